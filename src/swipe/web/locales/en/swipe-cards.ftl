### SWIPE (cards). $seat is a display name, $seats are display names joined.
### $rank is a number from 0 (SWIPE) through 1 (ace) to 13 (king); $slot counts from 1.
### $cards, $hand, $row and $down are cards such as "9, 9, K", or "none"; the rest are numbers.

swipe-cards-title = SWIPE cards
swipe-cards-description = Be the first to get rid of all your cards. Play equal or lower than the card on top of the pile; four of a kind or a SWIPE card clears it. Cards that you are left with cost points, and the lowest total wins.
swipe-cards-score = penalty points

## Cards

swipe-cards-rank = { $rank ->
    [0] SWIPE
    [1] ace
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] jack
    [12] queen
    [13] king
   *[other] unknown card
}
swipe-cards-ranks = { $rank ->
    [0] SWIPE cards
    [1] aces
    [2] twos
    [3] threes
    [4] fours
    [5] fives
    [6] sixes
    [7] sevens
    [8] eights
    [9] nines
    [10] tens
    [11] jacks
    [12] queens
    [13] kings
   *[other] unknown cards
}
swipe-cards-count-of-rank = { $count ->
    [one] 1 { swipe-cards-rank }
   *[other] { $count } { swipe-cards-ranks }
}
swipe-cards-total-of-rank = { $total ->
    [one] 1 { swipe-cards-rank }
   *[other] { $total } { swipe-cards-ranks }
}
swipe-cards-hidden = face-down card
swipe-cards-hand = Hand
swipe-cards-row = Row
swipe-cards-face-down = Face-down cards
swipe-cards-pile = Pile
swipe-cards-discard = Discard

## Stages

swipe-cards-stage-draw-leader = A fair draw decides who leads first.
swipe-cards-stage-deal = The cards are being dealt.
swipe-cards-stage-play = A player is about to play.
swipe-cards-stage-add = A blind card lies open; cards of its rank may be added.
swipe-cards-stage-resolve = The play takes effect.
swipe-cards-stage-again = The same player goes again.
swipe-cards-stage-pass = The turn passes.
swipe-cards-stage-counted = The round is over; everybody's cards lie open.
swipe-cards-stage-finished = The match is over.

## Decisions

swipe-cards-ask-play = { $seat } plays on the pile: equal or lower, SWIPE, or higher and take the rest.
swipe-cards-ask-lead = { $seat } leads: 1 to 4 cards of one rank, or SWIPE.
swipe-cards-ask-add = { $seat } may add cards of the blind card's rank, or end the play.
swipe-cards-action-play = { $row ->
    [0] Play { swipe-cards-count-of-rank }
   *[other] Play { swipe-cards-count-of-rank }, { $row } of them from the row
}
swipe-cards-action-swipe = Play a SWIPE card
swipe-cards-action-swipe-row = Play the SWIPE card of slot { $slot }
swipe-cards-action-blind = Turn over the face-down card of slot { $slot }
swipe-cards-action-pick-up = { $count ->
    [one] Pick up the pile, 1 card
   *[other] Pick up the pile, { $count } cards
}
swipe-cards-action-add = Add { swipe-cards-count-of-rank }
swipe-cards-action-end = Add nothing

## Why something cannot be played

swipe-cards-refuse-nothing = Choose 1 to 4 cards of one rank.
swipe-cards-refuse-mixed = All cards of a play have one rank.
swipe-cards-refuse-many = { $most ->
    [one] Only 1 more { swipe-cards-rank } can be played here: the pile never holds more than four.
   *[other] Only { $most } more { swipe-cards-ranks } can be played here: the pile never holds more than four.
}
swipe-cards-refuse-swipe-alone = A SWIPE card is played alone.
swipe-cards-refuse-locked = The card of slot { $slot } is locked until the face-up card on it has been played.
swipe-cards-refuse-blind-alone = A face-down card is turned over alone; cards of its rank may follow.
swipe-cards-refuse-add-rank = Only { swipe-cards-ranks } can be added now.
swipe-cards-refuse-pick-up-empty = There is no pile to pick up.
swipe-cards-refuse-pick-up-stuck = You can play equal, lower or SWIPE, so you may not pick up the pile.
swipe-cards-refuse-pick-up-never = At this table nobody picks up the pile without playing.

## What happened

swipe-cards-effect-draw-leader = { $seat } is drawn to lead the first round.
swipe-cards-effect-deal = Round { $round } is dealt; { $seat } will lead.
swipe-cards-effect-row = The row of { $seat }: { $cards }.
swipe-cards-effect-hand = { $seat } holds { $cards }.
swipe-cards-effect-lead = { $seat } leads.
swipe-cards-effect-play = { $before ->
    [0] { $seat } plays { swipe-cards-count-of-rank }.
   *[other] { $seat } plays { swipe-cards-count-of-rank }: { swipe-cards-total-of-rank } now.
}
swipe-cards-effect-play-swipe = { $seat } plays SWIPE.
swipe-cards-effect-choose-blind = { $seat } plays the face-down card of slot { $slot } blind.
swipe-cards-effect-turn-over = { $before ->
    [0] { $seat } turns over: { swipe-cards-rank }.
   *[other] { $seat } turns over: { swipe-cards-rank }. { swipe-cards-total-of-rank } now.
}
swipe-cards-effect-add = { $seat } adds { swipe-cards-count-of-rank }: { swipe-cards-total-of-rank } now.
swipe-cards-effect-end-play = { $seat } leaves it at { swipe-cards-total-of-rank }.
swipe-cards-effect-swipe-pile = { $count ->
    [one] The SWIPE card of { $seat } goes to the discard.
   *[other] { $seat } sweeps { $count } cards to the discard.
}
swipe-cards-effect-four-of-a-kind = Four of a kind: { $seat } moves the pile, { $count } cards, to the discard.
swipe-cards-effect-four-higher = { $count ->
    [one] Four of a kind, but higher: the four { swipe-cards-ranks } go to the discard, and { $seat } picks up the other card.
   *[other] Four of a kind, but higher: the four { swipe-cards-ranks } go to the discard, and { $seat } picks up the other { $count } cards.
}
swipe-cards-effect-take-rest = { $count ->
    [one] That is higher: { $seat } picks up 1 card.
   *[other] That is higher: { $seat } picks up { $count } cards.
}
swipe-cards-effect-pick-up = { $count ->
    [one] { $seat } picks up the pile, 1 card.
   *[other] { $seat } picks up the pile, { $count } cards.
}
swipe-cards-effect-go-again = { $seat } goes again on an empty pile.
swipe-cards-effect-next-turn = It is the turn of { $seat }.
swipe-cards-effect-go-out = { $seat } has played the last card: the round is over.
swipe-cards-effect-round-limit = { $count ->
    [one] The round ends without a winner after 1 move, the limit of this table.
   *[other] The round ends without a winner after { $count } moves, the limit of this table.
}
swipe-cards-effect-count-cards = { $down_counts ->
    [no] { $seat } counts { $points }, { $score } in all. Hand: { $hand }. Row: { $row }. Face-down, not counted: { $down }.
   *[yes] { $seat } counts { $points }, { $score } in all. Hand: { $hand }. Row: { $row }. Face-down: { $down }.
}
swipe-cards-effect-win = { $score ->
    [one] { $seat } wins the match with 1 penalty point.
   *[other] { $seat } wins the match with { $score } penalty points.
}
swipe-cards-effect-share-win = { $score ->
    [one] { $seats } share the win with 1 penalty point each.
   *[other] { $seats } share the win with { $score } penalty points each.
}

## Options

swipe-cards-option-buried = Buried cards of the rank
swipe-cards-option-buried-meaning = When somebody plays higher, copies of that rank that lie deeper in the pile stay and count with the play, or are picked up with the rest.
swipe-cards-option-buried-source = The guide says both: declare the total of that rank now in the pile, and only your higher cards stay.
swipe-cards-option-buried-stay = stay and count
swipe-cards-option-buried-picked-up = are picked up
swipe-cards-option-pick-up = Picking up the pile
swipe-cards-option-pick-up-meaning = When a player may pick up the pile instead of playing.
swipe-cards-option-pick-up-source = The guide lets a player play higher by choice, and says that one without an equal, lower or SWIPE play picks up the pile.
swipe-cards-option-pick-up-when-stuck = when no known card is equal, lower or SWIPE
swipe-cards-option-pick-up-never = never
swipe-cards-option-pick-up-always = on any turn with a pile
swipe-cards-option-face-down-count = Face-down cards at the end
swipe-cards-option-face-down-count-meaning = Whether face-down cards that were not played cost penalty points.
swipe-cards-option-face-down-count-source = The guide counts table row plus hand, and does not say whether face-down cards belong to the row.
swipe-cards-option-face-down-count-counted = cost points
swipe-cards-option-face-down-count-free = cost nothing
swipe-cards-option-end = End of the match
swipe-cards-option-end-meaning = The match ends when somebody's total reaches the target, such as target:100, or when everybody has led that many times, such as leads:1.
swipe-cards-option-end-source = The guide: agree on how often everybody leads, or on a total; 100 to 200 points are usual.
swipe-cards-option-decks = Decks
swipe-cards-option-decks-meaning = How many decks of 56 cards are shuffled together. Every player gets 20 cards.
swipe-cards-option-decks-source = The box holds 3 decks.
swipe-cards-option-first-leader = First leader
swipe-cards-option-first-leader-meaning = Who leads the first round: a fair draw, or a named seat. Then the lead moves one seat to the left every round.
swipe-cards-option-first-leader-source = The guide rotates the lead and does not say who begins.
swipe-cards-option-first-leader-draw = a fair draw
swipe-cards-option-round-limit = Longest round
swipe-cards-option-round-limit-meaning = After this many moves a round ends without a winner, and everybody counts.
swipe-cards-option-round-limit-source = No source has it; stubborn players could hand a pile to and fro for ever.

## Presets

swipe-cards-preset-default = As the guide tells it
swipe-cards-preset-default-meaning = Three decks, to 100 points; picking up only when nothing fits.
swipe-cards-preset-swoop = As Swoop is played
swipe-cards-preset-swoop-meaning = Who will not follow takes the whole pile, on any turn; buried cards are picked up too; to 200 points.
swipe-cards-preset-short = Short match
swipe-cards-preset-short-meaning = Everybody leads once.

## At the web table. $total, $top and $slot as above; $taken, $most and $chosen are numbers of cards.

# What stands in the corner of a card.
web-swipe-cards-rank = { $rank ->
    [0] S
    [1] A
    [11] J
    [12] Q
    [13] K
   *[other] { $rank }
}
web-swipe-cards-none = none
web-swipe-cards-points-short = pts
web-swipe-cards-points-letter = p
web-swipe-cards-holding = { $hand ->
    [one] 1 card in hand.
   *[other] { $hand } cards in hand.
} Row: { $row }. Face-down: { $down }. Penalty points: { $score }.
web-swipe-cards-my-figures = { $hand ->
    [one] 1 card in hand, { $score } penalty points.
   *[other] { $hand } cards in hand, { $score } penalty points.
}
web-swipe-cards-round = Round { $round }
web-swipe-cards-ends = { $kind ->
    [target] the match ends at { $number } points
   *[leads] { $number ->
        [one] everybody leads once
       *[other] everybody leads { $number } times
    }
}
web-swipe-cards-empty = No cards on the pile
web-swipe-cards-of-four = { $count } of four
web-swipe-cards-under = under it
web-swipe-cards-pile-size = { $count ->
    [one] 1 card in the pile
   *[other] { $count } cards in the pile
}
web-swipe-cards-call-four = Four of a kind!
web-swipe-cards-call-swipe = SWIPE!
web-swipe-cards-call-flip = And it is …
web-swipe-cards-call-over = The round is over!
web-swipe-cards-hand = { $count ->
    [one] Your hand, 1 card
   *[other] Your hand, { $count } cards
}
web-swipe-cards-pack = { $chosen ->
    [0] { $cards }
   *[other] { $cards }, { $chosen } chosen
}
web-swipe-cards-place = Row, slot { $slot }: { $card }, on a face-down card
web-swipe-cards-place-blind = Row, slot { $slot }: face-down card, free to be turned over
web-swipe-cards-fewer = One { swipe-cards-rank } fewer
web-swipe-cards-more = One { swipe-cards-rank } more
web-swipe-cards-pick-up = Pick up
web-swipe-cards-choose = Choose cards
web-swipe-cards-turn-over = Turn it over
web-swipe-cards-go-on = Go on
web-swipe-cards-hint = Tap a card to choose it, again for one more.
web-swipe-cards-hint-follow = Tap to choose, again for one more. Marked cards follow the pile.
web-swipe-cards-hint-stuck = No card of yours follows: play higher, or pick up the pile.
web-swipe-cards-hint-higher = No card of yours follows: play higher.
web-swipe-cards-hint-add = { $most ->
    [one] You may add 1 more { swipe-cards-rank }, or add nothing.
   *[other] You may add up to { $most } { swipe-cards-ranks }, or add nothing.
}
web-swipe-cards-status-lead-me = Your turn: you lead.
web-swipe-cards-status-play-me = { $rank ->
    [1] Your turn: follow an ace.
   *[other] Your turn: { swipe-cards-rank } or lower.
}
web-swipe-cards-status-add-me = You turned over: { swipe-cards-rank }. Add to it?
web-swipe-cards-status-lead-other = { $seat } is about to lead.
web-swipe-cards-status-play-other = { $seat } is about to play.
web-swipe-cards-status-add-other = { $seat } may add to the blind card.

# What a choice would do. $rank and $top are ranks.
web-swipe-cards-would-lead = You lead { swipe-cards-count-of-rank }.
web-swipe-cards-would-lower = { swipe-cards-count-of-rank } on { web-swipe-cards-a-top }: lower.
web-swipe-cards-would-equal = Equal: { swipe-cards-total-of-rank } now.
web-swipe-cards-would-four = Four of a kind: you go again.
web-swipe-cards-would-higher = { $count ->
    [one] Higher: you pick up 1 card.
   *[other] Higher: you pick up { $count } cards.
}
web-swipe-cards-would-four-higher = { $count ->
    [one] Four of a kind, but higher: you pick up 1 card and go again.
   *[other] Four of a kind, but higher: you pick up { $count } cards and go again.
}
web-swipe-cards-would-swipe = { $count ->
    [0] SWIPE: you go again.
    [one] SWIPE: it sweeps 1 card away, and you go again.
   *[other] SWIPE: it sweeps { $count } cards away, and you go again.
}
web-swipe-cards-would-go-out = Your last cards: you are out!
web-swipe-cards-would-blind = { $count ->
    [one] Nobody knows this card. Higher than { web-swipe-cards-a-top }: you pick up 1 card.
   *[other] Nobody knows this card. Higher than { web-swipe-cards-a-top }: you pick up { $count } cards.
}
web-swipe-cards-would-blind-lead = Nobody knows this card. You lead with it.
web-swipe-cards-would-pick-up = { $count ->
    [one] You take 1 card into your hand; your turn ends.
   *[other] You take { $count } cards into your hand; your turn ends.
}
web-swipe-cards-a-top = { $top ->
    [0] a SWIPE card
    [1] an ace
    [2] a two
    [3] a three
    [4] a four
    [5] a five
    [6] a six
    [7] a seven
    [8] an eight
    [9] a nine
    [10] a ten
    [11] a jack
    [12] a queen
   *[13] a king
}

# Between two rounds.
web-swipe-cards-counted = Round { $round } is counted
web-swipe-cards-counted-list = What everybody was left with
web-swipe-cards-went-out = out
web-swipe-cards-plus = +{ $points }
web-swipe-cards-in-all = { $score } in all
web-swipe-cards-down = Face-down
web-swipe-cards-down-free = Face-down, not counted
web-swipe-cards-final = { $score ->
    [one] 1 penalty point
   *[other] { $score } penalty points
}
