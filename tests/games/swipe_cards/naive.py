"""SWIPE cards played with lists of cards: slow, plain, and written from the text of the rules.

Nothing here is shared with the rules module. Cards are rank names, the pile is a list from bottom
to top, and every legal play is found by trying all of them.
"""

from __future__ import annotations

import itertools

ORDER = ["S", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
POINTS = {"S": 20, "A": 1, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 11)}


class Table:
    def __init__(self, players, options):
        self.players, self.options = players, options
        self.scores = [0] * players
        self.round = 0
        first = options["first_leader"]
        self.leader = None if first == "draw" else int(first.removeprefix("seat:")) - 1
        self.over = False

    def deal(self, cards):
        """``cards`` in the order in which they are dealt, one to a seat in turn."""
        if self.round:
            self.leader = (self.leader + 1) % self.players
        self.round += 1
        own = [cards[seat :: self.players] for seat in range(self.players)]
        self.down = [mine[:4] for mine in own]
        self.up = [mine[4:8] for mine in own]
        self.hands = [mine[8:] for mine in own]
        self.pile, self.discard, self.blind = [], [], None
        self.moves, self.turn = 0, self.leader
        self.playing = True

    # --- what may be played

    def fits(self, rank, count):
        """Whether ``count`` cards of a rank may go on the pile, and as what."""
        if not 1 <= count <= 4:
            return None
        if not self.pile:
            return "low"
        top = self.pile[-1]
        if ORDER.index(rank) < ORDER.index(top):
            return "low"
        there = self.pile.count(rank)
        if rank == top:
            return "low" if there + count <= 4 else None
        if self.options["buried"] == "picked_up":
            there = 0
        return "high" if there + count <= 4 else None

    def legal(self):
        hand, up, down = self.hands[self.turn], self.up[self.turn], self.down[self.turn]
        slots_of = {rank: [i for i in range(4) if up[i] == rank] for rank in ORDER}
        found = set()
        if self.blind is not None:
            rank = self.blind
            saved, self.pile = self.pile, self.pile[:-1]
            for count, slots in self.selections(hand, slots_of, rank):
                if self.fits(rank, 1 + count + len(slots)):
                    row = "".join(f"r{i + 1}" for i in slots)
                    plus = "+" if count and row else ""
                    found.add(f"add:{count or ''}{plus}{row}")
            self.pile = saved
            return found | {"end"}
        for rank in ORDER[1:]:
            for count, slots in self.selections(hand, slots_of, rank):
                if self.fits(rank, count + len(slots)):
                    row = "".join(f"r{i + 1}" for i in slots)
                    text = rank + (f"x{count}" if count else "") + (f"+{row}" if row else "")
                    found.add(text)
        if "S" in hand:
            found.add("swipe")
        found |= {f"swipe:r{i + 1}" for i in slots_of["S"]}
        found |= {f"blind:{i + 1}" for i in range(4) if down[i] and not up[i]}
        if self.pile:
            known = hand + [card for card in up if card]
            top = ORDER.index(self.pile[-1])
            stuck = not any(ORDER.index(card) <= top for card in known)
            how = self.options["pick_up"]
            if how == "always" or (how == "when_stuck" and stuck):
                found.add("pick-up")
        return found

    @staticmethod
    def selections(hand, slots_of, rank):
        for size in range(5):
            for slots in itertools.combinations(slots_of[rank], size):
                for count in range(hand.count(rank) + 1):
                    if count + len(slots) > 0:
                        yield count, slots

    # --- playing

    def play(self, text):
        hand, up, down = self.hands[self.turn], self.up[self.turn], self.down[self.turn]
        self.moves += 1
        if text == "pick-up":
            hand += self.pile
            self.pile = []
            self.finish(again=False)
        elif text == "swipe" or text.startswith("swipe:"):
            if text == "swipe":
                hand.remove("S")
            else:
                up[int(text[-1]) - 1] = None
            self.sweep()
        elif text.startswith("blind:"):
            slot = int(text[-1]) - 1
            card, down[slot] = down[slot], None
            if card == "S":
                self.sweep()
                return
            low = not self.pile or ORDER.index(card) <= ORDER.index(self.pile[-1])
            copies = 1 + self.pile.count(card)
            if not low and self.options["buried"] == "picked_up":
                copies = 1
            if copies < 4 and (hand or card in up):
                self.pile.append(card)
                self.blind = card
            else:
                self.put([card])
        elif text == "end" or text.startswith("add:"):
            card = self.pile.pop()
            self.blind = None
            self.put([card, *self.take(card, text.removeprefix("add:") if text != "end" else "")])
        else:
            rank = text.split("+")[0].split("x")[0]
            rest = text.removeprefix(rank).removeprefix("x").removeprefix("+")
            self.put(self.take(rank, rest))

    def take(self, rank, text):
        """The cards that ``2+r1r3``, ``2`` or ``r1`` stands for, taken from where they are."""
        hand, up = self.hands[self.turn], self.up[self.turn]
        cards = []
        for part in text.split("+"):
            if part.startswith("r"):
                for slot in part[1:].split("r"):
                    assert up[int(slot) - 1] == rank
                    up[int(slot) - 1] = None
                    cards.append(rank)
            elif part:
                for _ in range(int(part)):
                    hand.remove(rank)
                    cards.append(rank)
        return cards

    def sweep(self):
        self.discard += [*self.pile, "S"]
        self.pile = []
        self.finish(again=True)

    def put(self, cards):
        rank = cards[0]
        how = self.fits(rank, len(cards))
        assert how
        if how == "low":
            self.pile += cards
            if self.pile.count(rank) == 4:
                self.discard += self.pile
                self.pile = []
                self.finish(again=True)
            else:
                self.finish(again=False)
            return
        stay = list(cards)
        if self.options["buried"] == "stay":
            stay += [card for card in self.pile if card == rank]
            self.pile = [card for card in self.pile if card != rank]
        self.hands[self.turn] += self.pile
        if len(stay) == 4:
            self.discard += stay
            self.pile = []
            self.finish(again=True)
        else:
            self.pile = stay
            self.finish(again=False)

    def cards_of(self, seat):
        row = [card for card in self.up[seat] if card]
        return self.hands[seat], row, [card for card in self.down[seat] if card]

    def finish(self, *, again):
        if not any(self.cards_of(self.turn)) or self.moves >= int(self.options["round_limit"]):
            self.count()
        elif not again:
            self.turn = (self.turn + 1) % self.players

    def count(self):
        self.playing = False
        for seat in range(self.players):
            hand, row, down = self.cards_of(seat)
            counted = hand + row
            if self.options["face_down_count"] == "counted":
                counted = counted + down
            self.scores[seat] += sum(POINTS[card] for card in counted)
        kind, number = self.options["end"].split(":")
        if kind == "leads":
            self.over = self.round == int(number) * self.players
        else:
            self.over = max(self.scores) >= int(number)

    def winners(self):
        return [seat for seat, score in enumerate(self.scores) if score == min(self.scores)]
