"""What a run plays: everything that decides its numbers, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from swipe.bots.optimal import OPTIMAL, find_player
from swipe.games.contract import Game, Rules
from swipe.games.registry import find_game
from swipe.kernels import Kernel, Plan
from swipe.messages import text

BATCHES = 250
"""About how many batches a long run has: what a result set keeps, and the progress of a run."""

SMALLEST_BATCH = 2048
CHUNK = 16_384
"""Games that are in memory at a time."""

WATCHED = 20_000
"""About how many games are watched for leads when a run has more."""

MAX_GAMES = 10**12
MAX_BATCHES = 10**6
MAX_SEED = 2**63 - 1


class BadRun(ValueError):
    """A run that cannot be played; the message says what would be right."""


class PlayedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solved table that the bot ``optimal`` plays in a run.

    Attributes:
        rules: the identity of the rules that it solves.
        label: ``exact``, or ``bounded`` where other equilibria may have other values.
        bound: what anybody could gain, anywhere, by playing differently.
        sha256: of its contents: another table, even of the same rules, may play differently.
    """

    rules: str
    label: str
    bound: float
    sha256: str

    @property
    def line(self) -> str:
        """What it is, in a line for people."""
        return text(
            "lab-table",
            rules=self.rules,
            label=self.label,
            bound=f"{self.bound:.2g}",
            digest=self.sha256[:12],
        )

    def to_dict(self) -> dict[str, Any]:
        """What it is, for JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


class RunSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A run: the same spec gives the same numbers, wherever and however it is played.

    Attributes:
        game: the game's name.
        version: the version of its rules.
        players: how many seats.
        options: every option in full.
        bots: the bot of every seat.
        games: how many games.
        seed: their seed; game number n of a seed is the same game everywhere.
        batch: how many games are a batch, the unit that is stored, resumed and retried.
        watch_every: games whose number it divides are watched for leads.
        table: what ``optimal`` plays; None where it does not play.
    """

    game: str
    version: int
    players: int
    options: dict[str, str]
    bots: tuple[str, ...]
    games: int
    seed: int
    batch: int
    watch_every: int
    table: PlayedTable | None = None

    @property
    def batches(self) -> int:
        """How many batches there are; the last may be smaller."""
        return -(-self.games // self.batch)

    def span(self, index: int) -> tuple[int, int]:
        """The number of the first game of a batch, and how many it has."""
        first = index * self.batch
        return first, min(self.batch, self.games - first)

    @property
    def rules(self) -> Rules:
        """The rules.

        Raises:
            UnknownGame, BadOption: the spec is not from these games.
            BadRun: it is for another version of the rules.
        """
        game = find_game(self.game)
        if game.version != self.version:
            raise BadRun(
                f"made for {self.game}/{self.version}; this is {self.game}/{game.version}: "
                "play it again"
            )
        return game.configure(self.players, self.options)

    @property
    def identity(self) -> str:
        """The line that names the rules, see :attr:`swipe.games.contract.Rules.identity`."""
        return self.rules.identity

    def to_json(self) -> str:
        return msgspec.json.encode(self).decode()


def spec_from_json(json: str | bytes) -> RunSpec:
    """The spec of :meth:`RunSpec.to_json`.

    Raises:
        BadRun: it is not one.
    """
    try:
        spec = msgspec.json.decode(json, type=RunSpec)
    except msgspec.MsgspecError as error:
        raise BadRun(f"not the description of a run: {error}") from error
    sizes = (spec.games, spec.batch, spec.watch_every)
    if min(sizes) < 1 or max(sizes) > MAX_GAMES or spec.batches > MAX_BATCHES:
        raise BadRun("not the description of a run: its games and batches cannot be")
    return spec


def make_spec(
    game: Game,
    players: int,
    options: dict[str, str],
    bots: Sequence[str],
    games: int,
    seed: int,
) -> RunSpec:
    """A run of a game.

    Seats are counted from the one who starts: unless ``options`` say who begins, seat 1 does.

    Args:
        game: the game.
        players: how many seats.
        options: those that are not at their default.
        bots: the bots' names in seat order, repeated to fill the seats.
        games: how many games.
        seed: from 0 to 2**63 - 1.

    Raises:
        BadOption: players or options that cannot be.
        UnknownBot: a bot that the game does not have, or ``optimal`` without a table.
        BadRun: no bots or more than seats, or a number out of its range.
    """
    rules = game.configure(players, {game.starter_option: "seat:1", **options})
    if not bots or len(bots) > players:
        raise BadRun(f"{players} seats take 1 to {players} bots, not {len(bots)}")
    if not 1 <= games <= MAX_GAMES:
        raise BadRun(f"games={games}: use a whole number from 1 to {MAX_GAMES}")
    if not 0 <= seed <= MAX_SEED:
        raise BadRun(f"seed={seed}: use a whole number from 0 to 2**63 - 1")
    table = None
    for name in dict.fromkeys(bots):
        player = find_player(rules, name)
        if name == OPTIMAL:
            table = _described(player)
    return RunSpec(
        game=game.name,
        version=game.version,
        players=players,
        options=dict(rules.options),
        bots=tuple(bots[seat % len(bots)] for seat in range(players)),
        games=games,
        seed=seed,
        batch=max(SMALLEST_BATCH, -(-games // BATCHES)),
        watch_every=max(1, games // WATCHED),
        table=table,
    )


def _described(player: Any) -> PlayedTable:
    head, table = player.table.head, player.table
    return PlayedTable(head["identity"], table.label, table.bound, head["sha256"])


def make_plan(
    rules: Rules,
    seats: Sequence[str],
    bots: Sequence[str] = (),
    table: PlayedTable | None = None,
) -> Plan:
    """What the kernel plays for the seats' bots.

    Args:
        rules: the rules.
        seats: the bot of every seat.
        bots: further bots, for batches with other seatings.
        table: the table that ``optimal`` must play; None: whichever is in the user's cache.

    A policy that has tables is an object with the function ``choose`` and the arrays ``tables``.

    Raises:
        UnknownBot: a bot that the game does not have, or ``optimal`` without a table.
        BadRun: the table in the user's cache is another one.
    """
    functions: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for name in {*seats, *bots}:
        policy: Any = find_player(rules, name)
        if name == OPTIMAL and table is not None and _described(policy) != table:
            raise BadRun(
                f"the table that {OPTIMAL!r} plays here is not the one of this run: "
                f"{policy.table.head['sha256'][:12]} instead of {table.sha256[:12]}"
            )
        if hasattr(policy, "tables"):
            functions[name], tables[name] = policy.choose, policy.tables
        else:
            functions[name] = policy
    return Plan(rules, functions, tuple(seats), tables, tuple(bots))


def make_kernel(spec: RunSpec) -> Kernel:
    """The kernel that plays a run."""
    return Kernel(make_plan(spec.rules, spec.bots, table=spec.table))
