"""What formulas are made in: PySMT's environment, each of whose services is made when it is first asked for."""

from __future__ import annotations

from functools import cached_property

import pysmt.environment
from pysmt.oracles import AtomsOracle, FreeVarsOracle, QuantifierOracle, SizeOracle, TheoryOracle, TypesOracle
from pysmt.printers import HRSerializer
from pysmt.simplifier import Simplifier
from pysmt.substituter import MGSubstituter


class Environment(pysmt.environment.Environment):  # type: ignore[misc]
    """An environment of its own for some formulas, which end with it.

    PySMT makes nine services at once, each with a table of some sixty methods, which takes longer than a short question
    to the solver; most questions need none of them.
    """

    SimplifierClass = SubstituterClass = HRSerializerClass = staticmethod(lambda _: None)
    QuantifierOracleClass = TheoryOracleClass = FreeVarsOracleClass = staticmethod(lambda _: None)
    SizeOracleClass = AtomsOracleClass = TypesOracleClass = staticmethod(lambda _: None)

    simplifier = cached_property(Simplifier)
    substituter = cached_property(MGSubstituter)
    serializer = cached_property(HRSerializer)
    qfo = cached_property(QuantifierOracle)
    theoryo = cached_property(TheoryOracle)
    fvo = cached_property(FreeVarsOracle)
    sizeo = cached_property(SizeOracle)
    ao = cached_property(AtomsOracle)
    typeso = cached_property(TypesOracle)
