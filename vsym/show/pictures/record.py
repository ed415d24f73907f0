"""Pictures as JSON, of the shape in `vsym.show.shapes.pictures`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.basics.options import PictureKind
from vsym.show.pictures.picture import Cluster, Picture, Stroke

if TYPE_CHECKING:
    from vsym.show.shapes import pictures as shapes


def record(what: PictureKind, picture: Picture) -> shapes.Picture:
    """A picture of a kind."""
    return {
        "what": what,
        "title": picture.title,
        "caption": list(picture.caption),
        "nodes": [
            {
                "name": one.name,
                "label": one.label,
                "shape": one.shape,
                "initial": one.initial,
                "stroke": _stroke(one.stroke),
                "note": one.note,
            }
            for one in picture.nodes
        ],
        "edges": [
            {
                "source": one.source,
                "target": one.target,
                "label": one.label,
                "stroke": _stroke(one.stroke),
                "directed": one.directed,
            }
            for one in picture.edges
        ],
        "clusters": [_cluster(one) for one in picture.clusters],
        "direction": picture.direction,
        "ranks": [list(rank) for rank in picture.ranks],
        "left_out": list(picture.left_out),
    }


def _cluster(cluster: Cluster) -> shapes.Cluster:
    return {
        "name": cluster.name,
        "label": cluster.label,
        "nodes": list(cluster.nodes),
        "clusters": [_cluster(one) for one in cluster.clusters],
        "stroke": _stroke(cluster.stroke),
        "row": cluster.row,
    }


def _stroke(stroke: Stroke) -> shapes.Stroke:
    return {"color": stroke.color, "line": stroke.line}
