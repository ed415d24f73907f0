"""The declarations of a `.pp` file as written, beside those of `.gsst`, and how the parser's tree becomes them."""

from __future__ import annotations

from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst import builder as gsst
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst.syntax import Expression, Reference
from vsym.languages.parsing import Children, gathered, made, without_tokens
from vsym.languages.problems import on_one_line


@frozen
class Input:
    """`A` or `A = 3` in an `init` declaration: a local state in which agents start, and their default number."""

    state: Reference
    agents: Expression | None
    span: Span

    @property
    def name(self) -> str:
        """The name of the parameter that is its number of agents: the local state as written."""
        return on_one_line(self.state.span)


@frozen
class Inputs:
    """`init A = 3, B`."""

    inputs: tuple[Input, ...]
    span: Span


@frozen
class Pair:
    """`A, B`: the local states of two agents."""

    first: Reference
    second: Reference
    span: Span


@frozen
class Interaction:
    """`trans [name:] A, B -> C, D`: the first agent goes to C, the second to D."""

    name: Reference | None
    before: Pair
    after: Pair
    span: Span


@frozen
class Output:
    """`output true: A, B`, or `output true: else` for the local states that have no other output."""

    value: bool
    states: tuple[Reference, ...]
    otherwise: bool
    span: Span


@frozen
class Precondition:
    """`precondition formula`, on the inputs that count."""

    formula: Expression
    span: Span


@frozen
class Predicate:
    """`predicate formula`: the predicate on the inputs that the protocol is to compute."""

    formula: Expression
    span: Span


PlainDeclaration: TypeAlias = (
    d.System
    | d.ParameterDeclaration
    | d.Define
    | d.States
    | d.PropertyDeclaration
    | Inputs
    | Interaction
    | Output
    | Precondition
    | Predicate
)

Declaration: TypeAlias = PlainDeclaration | d.Repeat[PlainDeclaration]


@frozen
class File:
    """All that a file declares, in its order."""

    declarations: tuple[Declaration, ...]
    span: Span

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The local states in which agents may start, in their order."""
        return tuple(one for declared in self.declarations if isinstance(declared, Inputs) for one in declared.inputs)

    @property
    def parameters(self) -> tuple[d.Parameter, ...]:
        """Its own parameters, in their order."""
        declared = (one for one in self.declarations if isinstance(one, d.ParameterDeclaration))
        return tuple(parameter for one in declared for parameter in one.parameters)


class Builder(gsst.Builder):
    """One method per rule of pp.lark beside those that it shares with gsst.lark."""

    def start(self, children: Children) -> File:  # type: ignore[override]
        return File(without_tokens(children), Span(self._source, 0, len(self._source.text)))

    inputs = gathered(Inputs)
    pair = made(Pair)
    otherwise = made(d.Otherwise)
    precondition = made(Precondition)
    predicate = made(Predicate)

    def input(self, children: Children) -> Input:
        state, *agents = without_tokens(children)
        return Input(state, agents[0] if agents else None, self._span(children))

    def transition(self, children: Children) -> Interaction:  # type: ignore[override]
        *name, before, after = without_tokens(children)
        return Interaction(name[0] if name else None, before, after, self._span(children))

    def output(self, children: Children) -> Output:
        values = without_tokens(children)
        states = tuple(one for one in values if isinstance(one, Reference))
        return Output(children[1] == "true", states, not states, self._span(children))
