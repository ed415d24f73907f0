"""Partial maps of nodes, completed by means of neighbours: a guess, which a check must follow."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from vsym.basics.limits import Budget
from vsym.graphs.refinement import Labelling, Neighbours, Partition


def completed(
    neighbours: Neighbours, images: Mapping[int, int], left: Mapping[int, int], right: Mapping[int, int], budget: Budget
) -> dict[int, int] | None:
    """The images of some nodes, with images of those that have a colour on the left, which are nodes of the same colour
    on the right. All other nodes stay where they are.

    The completion follows the neighbours as far as they decide, and else takes the first node that comes: it need not
    be an automorphism. None where neighbours contradict it. Raises what `budget.check` raises.
    """
    images, left, right = dict(images), dict(left), dict(right)
    while left:
        groups = _grouped(neighbours, images, left)
        others = _grouped(neighbours, {}, right)
        if {key: len(group) for key, group in groups.items()} != {key: len(group) for key, group in others.items()}:
            return None
        for number, key in enumerate(groups):
            left.update(dict.fromkeys(groups[key], number))
            right.update(dict.fromkeys(others[key], number))
        settled = [key for key, group in groups.items() if len(group) == 1]
        if 8 * len(settled) < len(left):
            # Nodes that settle one by one want a search that does not look at all of them each time.
            matched = _matched(_within(neighbours, left), _within(neighbours, right), budget)
            if matched is None:
                return None
            one, other = list(left), list(right)
            images.update((one[place], other[target]) for place, target in matched)
            break
        for key in settled:
            node, target = groups[key][0], others[key][0]
            images[node] = target
            del left[node], right[target]
    return images


def _grouped(
    neighbours: Neighbours, images: Mapping[int, int], colours: Mapping[int, int]
) -> dict[Hashable, list[int]]:
    """Nodes with colours by these, and by the images of their neighbours that have none."""
    groups: dict[Hashable, list[int]] = {}
    for node, colour in colours.items():
        key = colour, frozenset([images.get(other, other) for other in neighbours[node] if other not in colours])
        groups.setdefault(key, []).append(node)
    return groups


def _within(neighbours: Neighbours, colours: Mapping[int, int]) -> Labelling:
    """The graph of some nodes alone, which are 0, 1, … there in their order, by their colours."""
    number = {node: place for place, node in enumerate(colours)}
    edges = [[number[other] for other in neighbours[node] if other in number] for node in colours]
    return Labelling.by_colours(edges, list(colours.values()))


def _matched(left: Labelling, right: Labelling, budget: Budget) -> list[tuple[int, int]] | None:
    """The nodes of a graph with nodes of another one; each choice is the first, and none is taken back."""
    partition = Partition(left, right)
    if not partition.refine(partition.cells, budget):
        return None
    sizes = partition.sizes
    for cell in range(len(sizes)):
        while sizes[cell] > 1:
            last = cell + sizes[cell] - 1
            if not partition.individualise([left.order[last], right.order[last]], budget):
                return None
    return list(zip(left.order, right.order, strict=True))
