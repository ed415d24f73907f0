"""Groups of permutations by definition: all products of the generators."""

from __future__ import annotations

from functools import cache

Images = tuple[int, ...]


@cache
def generated(degree: int, generators: tuple[Images, ...]) -> frozenset[Images]:
    """All elements of the group that some permutations, by their images, generate."""
    identity = tuple(range(degree))
    elements = {identity}
    fresh = [identity]
    while fresh:
        element = fresh.pop()
        for generator in generators:
            product = tuple(generator[image] for image in element)
            if product not in elements:
                elements.add(product)
                fresh.append(product)
    return frozenset(elements)
