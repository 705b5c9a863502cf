"""The host of all tables: commands in, events on disk, and only then told.

Correctness rests on the expected version of every append: of two commands decided against the
same version, here or at another process, one is stored and the other is refused. A table's lock
only spares commands that arrive together from finding that out the long way.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from swipe.games.contract import CHANCE, SPECTATOR
from swipe.games.registry import find_game
from swipe.match.decide import (
    Act,
    AddEntropy,
    Decision,
    Enter,
    Hold,
    Leave,
    MatchCommand,
    Return,
    Secret,
    Sit,
    Start,
    Throw,
    create,
    decide,
)
from swipe.match.errors import NotNow, StaleCommand, WrongChance
from swipe.match.events import Ended, Left, MatchEvent, Seated
from swipe.match.exit import Snapshot, snapshot
from swipe.match.fold import Match
from swipe.match.record import write_record
from swipe.protocol import NewTable, Opened, TableCreated
from swipe.server.clock import Clock
from swipe.server.duties import Due, Duty
from swipe.server.errors import (
    NoSuchMatch,
    NoSuchTable,
    NotEnded,
    NotYourSeat,
    StaleAppend,
    StorageUnavailable,
    UnknownToken,
    UnreadableMatch,
    WaitForEntropy,
    WrongMatch,
)
from swipe.server.frames import text_frame
from swipe.server.keeper import Keeper
from swipe.server.neighbours import Neighbours
from swipe.server.settings import Settings
from swipe.server.storage import Append, Opening, Store, StoredMatch
from swipe.server.table import (
    KEPT_STEPS,
    Listener,
    Step,
    Table,
    begin_plain,
    decided_steps,
    decode_event,
    encode,
    fold_stored,
    make_plain,
    replayed,
    steps,
    token_digest,
)
from swipe.server.thinking import Thinker, bot_word, holder_bot

NAME_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
NAME_LENGTH = 16
MOST_MATCHES = 2**31 - 1
"""The highest number of a match that every database can hold."""

MAX_GAP = 1000
"""Who has missed more events than this is given a snapshot."""

RETRY = 1.0
"""Seconds until a bot's move is tried again that failed, or that the database did not take."""

T = TypeVar("T")

log = logging.getLogger(__name__)


def new_table_name() -> str:
    """A name that cannot be guessed: about 79 random bits."""
    return "".join(secrets.choice(NAME_LETTERS) for _ in range(NAME_LENGTH))


def is_table_name(name: str) -> bool:
    """Whether a table could have the name: no database is asked about any other."""
    return len(name) == NAME_LENGTH and all(letter in NAME_LETTERS for letter in name)


def _unreadable(match: str, error: Exception) -> UnreadableMatch:
    # Why is for the log alone: it may quote what nobody is to see.
    log.warning("cannot read the match %s: %s", match, error)
    return UnreadableMatch("this match is of other rules, or damaged: open a new table")


class Host:
    """All tables of this process."""

    def __init__(self, settings: Settings, store: Store, clock: Clock) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock
        self._thinker = Thinker(settings.bot_workers)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._keeper = Keeper(
            settings, clock, lambda table, due: self._spawn(self._carry_out(table, due))
        )
        self._neighbours = Neighbours(
            settings,
            clock,
            self._tables,
            follow=lambda table: self._spawn(self._follow(table)),
            changed=self._keeper.look_after,
        )
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._aside = ThreadPoolExecutor(1, thread_name_prefix="replays")
        self._closed = False

    async def open(self) -> None:
        """Connect to everything, and go on where matches were left."""
        await self.store.open()
        await self._neighbours.open()
        self._spawn(self._resume())

    async def close(self) -> None:
        """Finish what is under way, and disconnect."""
        self._closed = True
        self._keeper.close()
        if self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)
        self._thinker.close()
        self._aside.shutdown(cancel_futures=True)
        await self._neighbours.close()
        await self.store.close()

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("unexpected: %s", error, exc_info=error)

    async def aside(self, work: Callable[[], T]) -> T:
        """Do what takes time, such as going through a long match, while the loop goes on.

        One such work is done at a time, however many are asked for: people who play come first.
        """
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    # --- tables ---------------------------------------------------------------------------------

    async def create_table(self, new: NewTable) -> TableCreated:
        """Open a table with its first match.

        Raises:
            GameError, MatchError: the game, the players, the options or the chance are impossible.
        """
        rules = find_game(new.game).configure(new.players, new.options)
        if new.seed is not None and not 0 <= new.seed < 1 << 63:
            raise WrongChance(f"a seed is a whole number from 0 to 2**63 - 1, not {new.seed}")
        name = new_table_name()
        now = self.clock.utc()
        created, secret = create(
            f"{name}-1", rules, chance=new.chance, seed=new.seed, coach=new.coach, at=now
        )
        opening = Opening(name, 1, secret, int(now.timestamp()))
        await self.store.append(Append(created.match, 0, [encode(created)], opening))
        return TableCreated(name, created.match, f"/t/{name}")

    async def table(self, name: str) -> Table:
        """A table, warm.

        Raises:
            NoSuchTable: there is none of this name.
        """
        table = self._tables.get(name)
        if table is not None:
            self._tables.move_to_end(name)
            if not self._neighbours.alone and not table.listeners:
                async with table.lock:
                    await self._catch_up(table)
            return table
        if not is_table_name(name):
            raise NoSuchTable("no table has this name; open a new one")
        task = self._loading.get(name)
        if task is None:
            task = asyncio.create_task(self._load(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> Table:
        stored = await self.store.latest(name)
        if stored is None:
            raise NoSuchTable("no table has this name; open a new one")
        match, recent, secret = await self._load_match(stored)
        now = self.clock.now()
        tokens = await self.store.tokens(name)
        table = Table(name, stored.number, match, secret, tokens, moved=now, company=now)
        table.recent = recent
        self._tables[name] = table
        self._evict()
        self._keeper.look_after(table)
        return table

    async def _load_match(self, stored: StoredMatch) -> tuple[Match, deque[Step], Secret]:
        bodies = await self.store.events(stored.match)
        try:
            match, recent = await self.aside(lambda: fold_stored(bodies))
        except (ValueError, msgspec.MsgspecError) as error:
            raise _unreadable(stored.match, error) from error
        return match, recent, await self.store.secret(stored.match)

    def _evict(self) -> None:
        idle = len(self._tables) - self.settings.warm_tables
        if idle <= 0:
            return
        for name, table in list(self._tables.items())[:-1]:
            if not table.listeners and table.timer is None and not table.lock.locked():
                del self._tables[name]
                idle -= 1
                if idle <= 0:
                    return

    async def snapshot(self, name: str) -> Snapshot:
        """The match under way at a table as spectators see it."""
        return snapshot((await self.table(name)).match, SPECTATOR)

    async def record(self, name: str, number: int) -> str:
        """The record of a match that has ended.

        Raises:
            NoSuchTable, NoSuchMatch: there is none of that name and number.
            NotEnded: it is still being played, and its record would tell what is hidden.
        """
        events = await self.ended_events(name, number)
        return await self.aside(lambda: write_record(events))

    async def stored_events(self, name: str, number: int) -> list[MatchEvent]:
        """The events of a match, with what is hidden in them.

        Raises:
            NoSuchTable, NoSuchMatch: there is none of that name and number.
        """
        stored = None
        if is_table_name(name) and 1 <= number <= MOST_MATCHES:
            stored = await self.store.find(name, number)
        if stored is None:
            latest = await self.store.latest(name) if is_table_name(name) else None
            if latest is None:
                raise NoSuchTable("no table has this name")
            raise NoSuchMatch(f"this table has hosted matches 1 to {latest.number}, not {number}")
        bodies = await self.store.events(stored.match)
        try:
            if not bodies:
                raise NotNow("a match begins with its creation")
            return await self.aside(lambda: [decode_event(body) for body in bodies])
        except (ValueError, msgspec.MsgspecError) as error:
            raise _unreadable(stored.match, error) from error

    async def ended_events(self, name: str, number: int) -> list[MatchEvent]:
        """The events of a match that has ended.

        Raises:
            NoSuchTable, NoSuchMatch: there is none of that name and number.
            NotEnded: it is still being played, and its events would tell what is hidden.
        """
        events = await self.stored_events(name, number)
        if not isinstance(events[-1], Ended):
            raise NotEnded("the match is open to all once it has ended: until then it has secrets")
        return events

    # --- people come and go ---------------------------------------------------------------------

    async def replay(
        self, table: Table, tokens: Sequence[str], match: str, version: int
    ) -> list[Step]:
        """The events after a version that are no longer at hand, ready to be sent; before joining.

        It goes through the whole match, so the table's lock is not held: people play on meanwhile.
        """
        now = table.match
        missed = now.version - version
        if match != table.match_name or version < 1 or not len(table.recent) < missed <= MAX_GAP:
            return []
        bodies = await self.store.events(match)
        seats = {await self.seat_of(table, token) for token in tokens} - {None}
        hidden = now.game.has_hidden_information
        observers = [seat for seat in seats if seat is not None] if hidden and seats else []
        return await self.aside(
            lambda: replayed(bodies[: now.version], version, observers or [SPECTATOR])
        )

    async def join(
        self,
        table: Table,
        listener: Listener,
        tokens: Sequence[str],
        match: str,
        version: int,
        older: Sequence[Step] = (),
    ) -> tuple[list[int | None], list[Step] | None]:
        """Seat a connection at a table with its tokens. The table's lock is held.

        ``older`` is what :meth:`replay` found of the events after ``version``.

        Returns:
            The seat of every token, and the events that it missed, None if it needs a snapshot.
        """
        if not table.listeners:
            await self._neighbours.enter(table)
            if not self._neighbours.alone:
                await self._catch_up(table)
        held = [await self.seat_of(table, token) for token in tokens]
        missed = None
        if match == table.match_name and 0 < version <= table.match.version:
            missed = table.gap(version)
            if missed is None and older:
                rest = table.gap(version + len(older))
                missed = None if rest is None else [*older, *rest]
        if not table.has_company():
            table.company = self.clock.now()
        table.listeners.add(listener)
        table.people_changed = True
        listener.seats = {
            seat: token_digest(token)
            for seat, token in zip(held, tokens, strict=True)
            if seat is not None
        }
        for seat in listener.seats:
            table.arrived(seat, self.clock.now())
        return held, missed

    async def welcome_back(self, table: Table, listener: Listener) -> None:
        """Tell a new connection who is there; who was away plays again. The lock is held."""
        if table.unsure:
            await self._catch_up(table)
        for seat in sorted(listener.seats):
            holder = table.match.seats[seat]
            if holder is not None and holder.held_by and table.match.ended is None:
                try:
                    back = decide(table.match, Return(seat), table.secret)
                    self.deliver(table, await self._append(table, back))
                except StaleCommand:
                    pass  # by now the seat is as another process left it
        self._neighbours.tell(table)
        self._keeper.welcome(table, listener)

    async def leave(self, table: Table, listener: Listener) -> None:
        """A connection is gone."""
        if listener not in table.listeners:
            return
        table.listeners.discard(listener)
        table.people_changed = True
        now = self.clock.now()
        connected = table.connected()
        for seat in listener.seats:
            if seat not in connected:
                table.gone[seat] = now
        self.presence_changed(table)
        if not table.listeners:
            await self._neighbours.leave(table)

    async def seat_of(self, table: Table, token: str) -> int | None:
        """The seat that a token is of; None for a token of another table."""
        digest = token_digest(token)
        seat = table.tokens.get(digest)
        if seat is None and not self._neighbours.alone:
            table.tokens = await self.store.tokens(table.name)
            seat = table.tokens.get(digest)
        return seat

    def presence_changed(self, table: Table) -> None:
        """Tell everybody at the table who is connected, here and at other processes."""
        self._neighbours.tell(table)
        self._keeper.look_after(table)

    # --- commands -------------------------------------------------------------------------------

    async def command(
        self,
        table: Table,
        listener: Listener,
        command: MatchCommand,
        match: str,
        version: int,
        token: str,
    ) -> tuple[int, str, list[Step]]:
        """Carry out a person's command. The table's lock is held.

        Returns:
            The version after it, the token of a new seat or nothing, and the events to deliver.

        Raises:
            ServerError, MatchError, GameError: it is refused, and nothing has changed.
        """
        if table.unsure:
            await self._catch_up(table)
        if match != table.match_name:
            raise WrongMatch(f"the match at this table is {table.match_name}")
        if version != table.match.version:
            raise StaleCommand(table.match.version, version)
        seat = None
        if token:
            seat = await self.seat_of(table, token)
            if seat is None:
                raise UnknownToken("this token is of no seat at this table: sit down first")
            table.active[seat] = self.clock.now()
        self._authorise(table, seat, command)
        if isinstance(command, Sit | Hold) and command.bot:
            await self._thinker.check(table.match.rules, command.bot)
        new_token, grants, frees = "", [], []
        match_now = table.match
        back: Decision | None = None
        if isinstance(command, Sit) and not command.bot:
            new_token = secrets.token_urlsafe(24)
            grants.append((token_digest(new_token), command.seat))
        elif isinstance(command, Leave):
            frees.append(command.seat)
        elif isinstance(command, Throw | Act | Enter) and seat is not None:
            holder = match_now.seats[seat]
            if match_now.started and holder is not None and holder.held_by:
                # Whoever plays has come back.
                back = decide(match_now, Return(seat), table.secret)
                match_now = back.match
        decision = decide(match_now, command, table.secret)
        if back is not None:
            decision.events[:0], decision.before[:0] = back.events, back.before
        done = await self._append(table, decision, grants, frees)
        if new_token and isinstance(command, Sit):
            listener.seats[command.seat] = token_digest(new_token)
            table.arrived(command.seat, self.clock.now())
        return table.match.version, new_token, done

    def _authorise(self, table: Table, seat: int | None, command: MatchCommand) -> None:
        match command:
            case Sit(bot=""):
                return
        if seat is None:
            raise UnknownToken("send the token of your seat; sit down to get one")
        match command:
            case Leave(seat=other) if other != seat:
                self._check_removable(table, other)
            case Enter(seat=other) if other is not None and other != seat:
                holder = table.match.seats[other] if 0 <= other < len(table.match.seats) else None
                if holder is None or not holder.policy:
                    raise NotYourSeat(f"seat {other + 1} enters its own dice")
            case Start():
                self._check_entropy(table)
            case AddEntropy(seat=other) | Throw(seat=other) | Act(seat=other) | Return(seat=other):
                if other != seat:
                    raise NotYourSeat(f"the token is that of seat {seat + 1}, not {other + 1}")
            case Hold(seat=other) if other != seat:
                raise NotYourSeat(f"the token is that of seat {seat + 1}, not {other + 1}")

    def _check_removable(self, table: Table, seat: int) -> None:
        seats = table.match.seats
        holder = seats[seat] if 0 <= seat < len(seats) else None
        if holder is not None and not holder.bot and seat in table.connected():
            raise NotYourSeat(f"seat {seat + 1} is another person's, who is here")

    def _check_entropy(self, table: Table) -> None:
        if table.match.created.chance == "typed" or table.match.started:
            return
        added = {seat for seat, _ in table.match.entropy}
        now = self.clock.now()
        for seat in sorted(table.connected() - added):
            if now < table.asked.get(seat, now) + self.settings.entropy_grace:
                raise WaitForEntropy(f"the device of seat {seat + 1} has yet to add its entropy")

    async def again(self, table: Table, match: str, token: str) -> int:
        """Open the next match with the same people and bots. The table's lock is held."""
        if match != table.match_name:
            raise WrongMatch(f"the match at this table is {table.match_name}")
        if await self.seat_of(table, token) is None:
            raise UnknownToken("this token is of no seat at this table")
        if table.match.ended is None:
            raise NotNow("the match has not ended")
        before = table.match.created
        now = self.clock.utc()
        created, secret = create(
            f"{table.name}-{table.number + 1}",
            table.match.rules,
            chance=before.chance,
            seed=None if table.secret.seed is None else (table.secret.seed + 1) % (1 << 63),
            coach=before.coach,
            at=now,
            position=before.position,
            origin=before.origin,
            key=before.key,
            first_draw=before.first_draw,
        )
        events: list[MatchEvent] = [created]
        events += [
            Seated(seat, holder.name, holder.bot)
            for seat, holder in enumerate(table.match.seats)
            if holder is not None
        ]
        opening = Opening(table.name, table.number + 1, secret, int(now.timestamp()))
        try:
            await self.store.append(
                Append(created.match, 0, [encode(event) for event in events], opening)
            )
        except StaleAppend:
            await self._catch_up(table)
            raise WrongMatch(f"the match at this table is {table.match_name}") from None
        following = steps(begin_plain(created), events[1:])
        self._open_match(table, table.number + 1, secret, following)
        return table.match.version

    def _open_match(
        self, table: Table, number: int, secret: Secret, following: Sequence[Step]
    ) -> None:
        """The table turns to its next match, and everybody is shown it."""
        table.number = number
        table.match = following[-1].after
        table.secret = secret
        table.recent = deque(following, maxlen=KEPT_STEPS)
        table.moved = self.clock.now()
        table.asked = dict.fromkeys(table.connected(), table.moved)
        table.people_changed = True
        for listener in table.listeners:
            opened = Opened(table.match_name, table.match.version, table.snapshots(listener))
            listener.send(text_frame(encode(opened)))
        self.presence_changed(table)

    # --- events ---------------------------------------------------------------------------------

    async def _append(
        self,
        table: Table,
        decision: Decision,
        grants: Sequence[tuple[bytes, int]] = (),
        frees: Sequence[int] = (),
    ) -> list[Step]:
        """Store what was decided; the table is after it when this returns, nobody is told yet."""
        events, expected = decision.events, decision.before[0].version
        append = Append(
            table.match_name,
            expected,
            [encode(event) for event in events],
            table=table.name,
            grants=grants,
            frees=frees,
            ends=decision.match.ended is not None,
        )
        storing = self.store.append(append)
        # While the disk works, what everybody will be told is made ready.
        done = decided_steps(decision)
        for observer in table.audiences():
            for step in done:
                step.frame(observer)
        try:
            await storing
        except StaleAppend:
            await self._catch_up(table)
            raise StaleCommand(table.match.version, expected) from None
        except StorageUnavailable:
            table.unsure = True  # it may be stored all the same
            raise
        except asyncio.CancelledError:
            # Its sender is gone while it is being stored: the others are told all the same.
            table.unsure = True
            if not self._closed:
                self._spawn(self._follow(table))
            raise
        self._advance(table, done)
        for digest, seat in grants:
            table.tokens[digest] = seat
        for seat in frees:
            table.forget_seat(seat)
        return done

    def _advance(self, table: Table, done: Sequence[Step]) -> None:
        table.match = done[-1].after
        make_plain(table.match)
        table.recent.extend(done)
        table.moved = self.clock.now()

    def deliver(
        self,
        table: Table,
        done: Sequence[Step],
        answer: tuple[Listener, bytes] | None = None,
    ) -> None:
        """Tell everybody at the table, and see what is to be done next.

        ``answer`` is what one of them is told first; it goes out with the rest in one piece.
        """
        same = not table.match.game.has_hidden_information
        frames = b"".join([step.frame(SPECTATOR) for step in done]) if same else b""
        for listener in table.listeners:
            if not same:
                observers = table.observers(listener)
                frames = b"".join([step.frame(each) for step in done for each in observers])
            if answer is not None and listener is answer[0]:
                listener.send(answer[1] + frames)
            else:
                listener.send(frames)
        self._neighbours.tell(table)
        self._keeper.look_after(table)

    async def _catch_up(self, table: Table) -> None:
        """Read what others have stored. The table's lock is held."""
        latest = await self.store.latest(table.name)
        if latest is not None and latest.number > table.number:
            match, recent, secret = await self._load_match(latest)
            table.tokens = await self.store.tokens(table.name)
            self._open_match(table, latest.number, secret, list(recent))
            assert table.match_name == match.created.match
            return
        bodies = await self.store.events(table.match_name, table.match.version)
        table.unsure = False
        if not bodies:
            return
        events = [decode_event(body) for body in bodies]
        done = steps(table.match, events)
        if any(isinstance(event, Seated | Left) for event in events):
            tokens = await self.store.tokens(table.name)
            for seat in {event.seat for event in events if isinstance(event, Left)}:
                table.forget_seat(seat)
            table.tokens = tokens
        self._advance(table, done)
        self.deliver(table, done)

    async def _follow(self, table: Table) -> None:
        async with table.lock:
            try:
                await self._catch_up(table)
            except StorageUnavailable as error:
                log.warning("%s", error)  # the next heartbeat tries again

    def ask_others(self, table: Table) -> None:
        """Ask who else is connected to a table that has just got its first connection here."""
        self._neighbours.tell(table, asks=True)

    # --- what nobody has to ask for -------------------------------------------------------------

    async def _resume(self) -> None:
        """Bots go on where a server was stopped; everything else goes on with its people."""
        try:
            for stored in await self.store.unfinished(self.settings.warm_tables):
                with contextlib.suppress(UnreadableMatch):  # the others go on all the same
                    await self.table(stored.table)
        except StorageUnavailable as error:
            log.warning("%s", error)

    async def _carry_out(self, table: Table, due: Due) -> None:
        version = table.carrying
        try:
            if table.match.version != version or not self._keeper.is_due(table, due):
                return  # something else has happened since its time came
            command = await self._duty_command(table, due)
            async with table.lock:
                if table.unsure:
                    await self._catch_up(table)
                if table.match.version == version and self._keeper.is_due(table, due):
                    done = await self._append(table, decide(table.match, command, table.secret))
                    table.carrying = 0
                    self.deliver(table, done)
        except StaleCommand:
            pass  # another process has done it
        except StorageUnavailable as error:
            log.warning("%s", error)
            table.carrying = 0
            self._keeper.look_later(table, RETRY)
        except Exception:  # the log says what; at once it would only happen again
            if table.carrying == version:
                table.carrying = 0
                self._keeper.look_later(table, RETRY)
            raise
        finally:
            if table.carrying == version:
                table.carrying = 0
                self._keeper.look_after(table)

    async def _duty_command(self, table: Table, due: Due) -> MatchCommand:
        match = table.match
        if due.duty is Duty.START:
            return Start()
        if due.duty is Duty.HOLD:
            return Hold(due.seat, holder_bot(match.game))
        if match.phase == CHANCE:
            return Throw(due.seat)
        holder = match.seats[due.seat]
        assert holder is not None
        word = bot_word(table.secret.value, table.match_name, match.version)
        action = await self._thinker.action(match.game, holder.policy, match.state, word)
        return Act(due.seat, action)
