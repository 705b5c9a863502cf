"""SWIPE (cards) in a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from swipe.games.contract import SPECTATOR, Effect
from swipe.games.swipe_cards import GAME
from swipe.games.swipe_cards.notation import RANK_NAMES
from swipe.games.swipe_cards.rules import FOUR, NO_CARD, RANKS, SLOTS, SWIPE
from swipe.messages import text
from swipe.tui.contract import Choice, Misread, Seen, View, join_words
from swipe.tui.screen import Line, fit, width_of, wrap

FACE_DOWN, NO_CARD_SHOWN = "##", "--"
_CARD_NAMES = ("SWIPE", *RANK_NAMES[1:])
_PLAY = re.compile(r"([0-9AJQK]+)(?:x([1-4]))?(?:\+((?:r[1-4])+))?")
_LABEL_WIDTH = 11


@dataclass(frozen=True)
class _Offer:
    """What can be played of a rank: how many in all and from the hand, and its slots of the row."""

    rank: int
    most: int
    from_hand: int
    slots: tuple[int, ...]


@dataclass(frozen=True)
class SwipeCardsView(View):
    """Everybody's row, the pile with its top first, and the hand by rank."""

    # --- the table --------------------------------------------------------------------------------

    def title(self, seen: Seen) -> str:
        number = seen.fields["round_number"]
        return text("cli-swipe-cards-title", title=super().title(seen), number=number)

    def table(self, seen: Seen, width: int) -> list[Line]:
        fields = seen.fields
        column = max(12, *(width_of(name) for name in seen.names)) + 1
        head = fit(text("cli-swipe-cards-points"), 8) + fit(text("cli-swipe-cards-hand"), 6)
        slots = "".join(fit(f"r{slot}", 7) for slot in range(1, SLOTS + 1))
        lines: list[Line] = [[("  " + fit("", column) + head + slots, "dim")]]
        for seat, name in enumerate(seen.names):
            mark = ">" if seat == seen.position.seat else " "
            hand = sum(fields["hand"][seat])
            row = "".join(fit(self._slot(seen, seat, slot), 7) for slot in range(SLOTS))
            points = f"{seen.position.scores[seat]:>5}   "
            lines.append(
                [f"{mark} ", (fit(name, column), f"seat{seat}"), points, f"{hand:>3}   ", row]
            )
        lines += self._labelled(text("swipe-cards-pile"), self._pile(seen), width)
        lines += self._labelled(text("swipe-cards-discard"), str(fields["discard"]), width)
        if seen.viewer != SPECTATOR:
            held = self._cards(fields["hand"][seen.viewer]) or text("cli-swipe-cards-none")
            lines += self._labelled(text("swipe-cards-hand"), held, width)
        return lines

    def _labelled(self, label: str, content: str, width: int) -> list[Line]:
        rows = wrap(content, width - _LABEL_WIDTH - 2)
        labels = [label, *[""] * (len(rows) - 1)]
        return [
            [("  " + fit(label, _LABEL_WIDTH), "bold"), row]
            for label, row in zip(labels, rows, strict=True)
        ]

    def _slot(self, seen: Seen, seat: int, slot: int) -> str:
        """A place of the row: its face-up card, which lies on a face-down one, or what is left."""
        up = int(seen.fields["up"][seat][slot])
        down = int(seen.fields["down"][seat][slot])
        if up != NO_CARD:
            return _CARD_NAMES[up]
        if down == NO_CARD:
            return NO_CARD_SHOWN
        return _CARD_NAMES[down] if down < RANKS else FACE_DOWN

    def _cards(self, counts: Sequence[int]) -> str:
        """A holding: single cards by name, several of a rank with their number, ``3x2``."""
        return ", ".join(
            _CARD_NAMES[rank] + (f"x{count}" if count > 1 else "")
            for rank, count in enumerate(counts[:RANKS])
            if count
        )

    def _pile(self, seen: Seen) -> str:
        pile, top = list(seen.fields["pile"]), seen.fields["pile_top"]
        if top == NO_CARD:
            return text("cli-swipe-cards-no-pile")
        on_top = pile[top]
        pile[top] = 0  # while a blind card may be added to, it can be higher than what is under it
        under = self._cards(pile)
        message = "cli-swipe-cards-pile" if under else "cli-swipe-cards-pile-one-rank"
        shown = _CARD_NAMES[top] + (f"x{on_top}" if on_top > 1 else "")
        return text(message, top=shown, under=under)

    # --- what happened ----------------------------------------------------------------------------

    def tell(self, effects: Sequence[Effect], seen: Seen) -> list[str]:
        # Rows and hands are on the table; whose turn it is stands above it.
        untold = ("row", "hand", "next-turn")
        return [self.tell_one(each, seen) for each in effects if each["effect"] not in untold]

    # --- decisions --------------------------------------------------------------------------------

    def question(self, seen: Seen) -> str:
        name = seen.name(seen.position.to_act)
        if seen.fields["stage"] == "add":
            return text("swipe-cards-ask-add", seat=name)
        leads = seen.fields["pile_top"] == NO_CARD
        return text("swipe-cards-ask-lead" if leads else "swipe-cards-ask-play", seat=name)

    def label(self, action: str, seen: Seen) -> str:
        kind, _, rest = action.partition(":")
        if kind == "add":
            rank = seen.fields["pile_top"]
            count = sum(int(n) for n in re.findall(r"^[0-9]", rest)) + rest.count("r")
            return text("swipe-cards-action-add", count=count, rank=rank)
        return text("swipe-cards-action-end")

    def choices(self, seen: Seen) -> list[Choice]:
        if seen.fields["stage"] == "add":
            return super().choices(seen)
        return [Choice(action, action) for action in seen.position.legal]

    def list_choices(self, seen: Seen) -> list[Line]:
        if seen.fields["stage"] == "add":
            return super().list_choices(seen)
        top = seen.fields["pile_top"]
        offers = self._offers(seen)
        lower = [self._offer(each) for each in offers if top == NO_CARD or each.rank <= top]
        higher = [self._offer(each) for each in offers if top != NO_CARD and each.rank > top]
        other = [action for action in seen.position.legal if not _PLAY.fullmatch(action)]
        label = "cli-swipe-cards-lead" if top == NO_CARD else "cli-swipe-cards-lower"
        groups = (
            (label, lower),
            ("cli-swipe-cards-higher", higher),
            ("cli-swipe-cards-other", other),
        )
        return [f"  {text(label)} {', '.join(words)}" for label, words in groups if words]

    def _offers(self, seen: Seen) -> list[_Offer]:
        found: dict[int, _Offer] = {}
        for action in seen.position.legal:
            match = _PLAY.fullmatch(action)
            if match is None:
                continue
            rank = RANK_NAMES.index(match[1])
            from_hand = int(match[2] or 0)
            slots = tuple(int(slot) for slot in re.findall(r"r([1-4])", match[3] or ""))
            known = found.get(rank, _Offer(rank, 0, 0, ()))
            found[rank] = _Offer(
                rank,
                max(known.most, from_hand + len(slots)),
                max(known.from_hand, from_hand),
                tuple(sorted({*known.slots, *slots})),
            )
        return [found[rank] for rank in sorted(found)]

    def _offer(self, offer: _Offer) -> str:
        name, slots = _CARD_NAMES[offer.rank], "".join(f" r{slot}" for slot in offer.slots)
        if not slots:
            return f"{name}x{offer.from_hand}" if offer.from_hand > 1 else name
        if not offer.from_hand:
            return f"{name} ({slots.strip()})"
        return (
            f"{name}x{offer.from_hand} ({slots.strip()})"
            if offer.from_hand > 1
            else f"{name} ({slots.strip()})"
        )

    def choice_hint(self, seen: Seen) -> str:
        legal = seen.position.legal
        if seen.fields["stage"] == "add" or len(legal) == 1:
            return super().choice_hint(seen)
        plays = [action for action in legal if _PLAY.fullmatch(action)]
        examples = [plays[0], max(plays, key=len)] if plays else []
        examples += [action for action in legal if action not in plays]
        shown = join_words(list(dict.fromkeys(examples))[:4])
        return text("cli-swipe-cards-hint", examples=shown)

    def choice_help(self, seen: Seen) -> list[str]:
        if seen.fields["stage"] == "add":
            return super().choice_help(seen)
        return text("cli-swipe-cards-help").splitlines()

    def read_choice(self, typed: str, seen: Seen) -> str:
        if seen.fields["stage"] == "add" or (not typed and len(seen.position.legal) == 1):
            return super().read_choice(typed, seen)
        legal = {action.lower(): action for action in seen.position.legal}
        action = self._meant(typed.lower(), seen)
        if action.lower() in legal:
            return legal[action.lower()]
        raise Misread(self._reason(action, typed, seen))

    def _meant(self, typed: str, seen: Seen) -> str:
        """The action that short forms mean: ``3 3``, ``9 r2``, ``r2``, ``blind 3``, ``s``."""
        seat = seen.position.to_act
        assert seat is not None
        up = seen.fields["up"][seat]
        joined = re.sub(r"\s*([x:+])\s*", r"\1", typed)
        if exact := re.fullmatch(r"([0-9ajqk]+)((?:x[1-4])?(?:\+(?:r[1-4])+)?)", joined):
            if exact[2]:
                return exact[1].upper() + exact[2]
        words = joined.replace(",", " ").replace("+", " ").split()
        if words in (["pick", "up"], ["pickup"], ["take"]):
            return "pick-up"
        if len(words) == 2 and words[0] == "blind":
            return f"blind:{words[1]}"
        if words in (["s"], ["swipe"]):
            in_row = [slot for slot in range(SLOTS) if up[slot] == SWIPE]
            from_hand = seen.fields["hand"][seat][SWIPE] > 0
            return "swipe" if from_hand or not in_row else f"swipe:r{in_row[0] + 1}"
        ranks: list[str] = []
        slots: set[int] = set()
        for word in words:
            if re.fullmatch(r"(r[1-4])+", word):
                slots |= {int(digit) for digit in word[1::2]}
            elif match := re.fullmatch(r"([0-9ajqk]+)(?:x([1-4]))?", word):
                ranks += [match[1].upper()] * int(match[2] or 1)
            else:
                return typed
        names = {_CARD_NAMES[up[slot - 1]] for slot in slots if up[slot - 1] != NO_CARD}
        if not ranks and names == {"SWIPE"} and len(slots) == 1:
            return f"swipe:r{min(slots)}"
        rank = ranks[0] if ranks else min(names, default="")
        if len({*ranks, *names}) != 1 or rank not in RANK_NAMES:
            return typed
        if ranks and not slots and len(ranks) == 1 and "x" not in typed:
            # A bare rank that is in the row alone: that card.
            in_row = [s + 1 for s in range(SLOTS) if up[s] == RANK_NAMES.index(rank)]
            if not seen.fields["hand"][seat][RANK_NAMES.index(rank)] and in_row:
                ranks, slots = [], {in_row[0]}
        hand = f"x{len(ranks)}" if ranks else ""
        row = "".join(f"r{slot}" for slot in sorted(slots))
        return rank + hand + (f"+{row}" if row else "")

    def _reason(self, action: str, typed: str, seen: Seen) -> str:
        """Why something cannot be played, as exactly as it can be said."""
        hint = self.choice_hint(seen)
        seat, fields = seen.position.to_act, seen.fields
        assert seat is not None
        if action == "pick-up":
            return self._why_no_pick_up(seen)
        if slot := re.fullmatch(r"blind:([1-4])", action):
            index = int(slot[1]) - 1
            if fields["up"][seat][index] != NO_CARD:
                return text("swipe-cards-refuse-locked", slot=int(slot[1]))
            return text("cli-swipe-cards-no-blind", slot=int(slot[1]))
        match = _PLAY.fullmatch(action)
        if match is None or match[1] not in RANK_NAMES:
            if action.startswith("swipe"):
                return text("cli-swipe-cards-no-swipe")
            return text("cli-swipe-cards-misread", typed=typed, hint=hint)
        rank = RANK_NAMES.index(match[1])
        slots = [int(slot) for slot in re.findall(r"r([1-4])", match[3] or "")]
        from_hand, held = int(match[2] or 0), fields["hand"][seat][rank]
        for slot_number in slots:
            if fields["up"][seat][slot_number - 1] != rank:
                return text("cli-swipe-cards-not-in-row", slot=slot_number, rank=rank)
        if from_hand > held:
            return text("cli-swipe-cards-not-held", count=held, rank=rank)
        offers = {each.rank: each.most for each in self._offers(seen)}
        most = offers.get(rank, 0)
        if from_hand + len(slots) > FOUR or from_hand + len(slots) > most > 0:
            return text("swipe-cards-refuse-many", most=most, rank=rank)
        return text("cli-swipe-cards-misread", typed=typed, hint=hint)

    def _why_no_pick_up(self, seen: Seen) -> str:
        if seen.fields["pile_top"] == NO_CARD:
            return text("swipe-cards-refuse-pick-up-empty")
        never = seen.snapshot.options["pick_up"] == "never"
        return text(f"swipe-cards-refuse-pick-up-{'never' if never else 'stuck'}")


VIEW = SwipeCardsView(GAME, shows_table_at_choice=True)
