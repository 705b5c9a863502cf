### The web table. $seat and $from are display names, $seats are names joined; the others are numbers
### unless a message chooses between their words.

## Everywhere

web-close = Close
web-settings = Settings
web-connecting = Finding the table …
web-reconnecting = The connection is lost. Trying again by itself; nothing is lost.
web-error = Something went wrong. Please try again.
web-error-network = The server does not answer. Is this device still in its network?
web-no-table = This table is not here

## The start page

web-start-game = Game
web-start-for-players = { $low } to { $high } players
web-start-players = Players
web-start-seats = Seats
web-start-seat-kind = Who takes seat { $seat }
web-start-seat-me = Me
web-start-seat-here = At this device
web-start-seat-open = Invited
web-start-seat-open-hint = joins by link
web-start-name = Name in seat { $seat }
web-start-rules = Rules
web-start-options = All rule options
web-start-play = Play
web-start-open-table = Open the table
web-start-no-games = This server offers no game that this page knows.
web-back-to-table = Back to the table
web-name = Name
web-your-name = Your name
web-other-name = Name of somebody else at this device
web-rule-source = { $rule }. { $source }
web-plan-no-name = Everybody at this device needs a name.
web-plan-nobody-here = At least one seat has to be yours.
web-bot = { $bot ->
    [random] Bot: random
    [greedy] Bot: greedy
    [hold] Bot: holds
    [steady] Bot: steady
    [optimal] Bot: optimal
   *[other] Bot: { $bot }
}

## The lobby

web-lobby-free = { $count ->
    [one] One seat is free. Invite somebody, or put a bot there.
   *[other] { $count } seats are free. Invite people, or put bots there.
}
web-lobby-sit = { $count ->
    [one] One seat is free. Read the rules below, then sit down.
   *[other] { $count } seats are free. Read the rules below, then sit down.
}
web-lobby-full = Everybody is here.
web-lobby-wait = Everybody is here. The game is about to start; you are watching.
web-seat-free = free
web-seat-person = here
web-seat-here = at this device
web-seat-away = away
web-seat-held = a bot plays for them
web-sit = Sit here
web-sit-here = Somebody here
web-seat-bot = Bot
web-free-seat = Free the seat of { $seat }
web-fill-bots = { $count ->
    [one] Put a bot in the free seat
   *[other] Put bots in the free seats
}
web-start-match = Start
web-rules = Rules of this table
web-rule-changed = changed
web-rules-default = All rules are as usual; they are listed below.
web-rules-changed = Changed here: { $rules }. All rules are listed below.
web-rule-is = { $option }: { $value }
web-chance = Chance
web-chance-kind = { $kind ->
    [fair] Fair dice: nobody can foresee or bend them, and everybody can check them afterwards.
    [seeded] Dice from a seed: repeatable, and foreseeable for whoever knows the seed.
    [typed] Real dice: what they show is typed in.
   *[repeated] The dice of an earlier match, again.
}
web-coach = Coach
web-coach-on = allowed at this table
web-fair = Fair play
web-fair-before = { $kind ->
    [fair] The server has bound itself to a secret by the number below. Every device then adds its own randomness, so that neither the server nor any player decides the dice. At the end the secret is revealed, and everything can be checked.
    [seeded] The dice follow from a seed; the number below binds the server to it.
    [typed] The dice are rolled by people; this match proves its moves, not its rolls.
   *[repeated] This match repeats dice that are known.
}

## The invitation

web-invite = Invite
web-invite-text = Whoever opens this link can sit down at a free seat, or watch.
web-invite-network = Phones can open it when they are in the same network as this computer.
web-invite-alone = Phones cannot open this link: the server listens on this computer alone. To invite phones, stop it and start it with this line instead; the table will still be there:
web-invite-local = Phones cannot open this link: only this computer knows its address. If the computer is in a network, open the page with the computer's address there.
web-invite-code = The link as a code for a camera
web-copy = Copy the link
web-copied = Copied
web-share = Share
web-share-text = Play { $game } with me

## The table

web-leave-table = To the start page
web-skip = Skip to the end of what is shown
web-open-log = What happened so far
web-log-title = What happened
web-log-empty = Nothing has happened yet.
web-band-others = The others
web-band-centre = Centre
web-band-me = My place
web-turn = turn
web-your-turn = your turn
web-next = next
web-you-are-next = you are next
web-title-my-turn = Your turn: { $game }
web-hot-seat = has the device
web-spectator = You are watching.
web-waiting-for = Waiting for { $seat }: { $seconds } s, then a bot holds the seat.
web-take-back = Take my seat back from the bot
web-game-over = The game is over.

## Passing the device on

web-cover-title = Pass the device to { $seat }
web-cover-text = Everything is covered until { $seat } goes on.
web-cover-go = I am { $seat }

## The end

web-winner = { $count ->
    [one] { $seats } wins!
   *[other] { $seats } share the win!
}
web-standing = Final standing
web-again = Play again with the same people
web-other-game = Another game
web-verify = Check the dice

## Proof

web-proof-how = { $kind ->
    [fair] Before anybody sat down the server published the fingerprint of a secret. The devices of all people then added random numbers of their own. Secret and numbers together give every roll, so nobody could choose one. Now the secret is open, and this device can work everything out again.
    [seeded] All rolls follow from a seed, whose fingerprint was published before the start. Now it is open, and this device can work everything out again.
    [typed] People rolled real dice and typed in what they showed. The record proves the moves, not the rolls.
   *[repeated] The rolls repeat those of an earlier match, whose key is in the record.
}
web-proof-commitment = Fingerprint, published before the start
web-proof-secret = Secret, revealed at the end
web-proof-check = Check now
web-proof-record = Download the record
web-proof-more = This device checks the dice. The command “swipe verify” also checks every move by the rules, from the same record.
web-proof-no-record = The record could not be checked: { $reason }
web-proof-lines-ok = { $count ->
    [one] The record's 1 line is whole.
   *[other] The record's { $count } lines are whole.
}
web-proof-lines-bad = Line { $version } of the record was changed.
web-proof-commitment-ok = The secret fits the fingerprint that this device was shown before the start.
web-proof-commitment-bad = The secret does not fit the fingerprint.
web-proof-seed-ok = The secret is that of the seed.
web-proof-seed-bad = The secret is not that of the seed.
web-proof-entropy-ok = { $count ->
    [one] The random number that this device sent is in the record.
   *[other] The { $count } random numbers that this device sent are in the record.
}
web-proof-entropy-bad = A random number that this device sent is missing from the record.
web-proof-draws-ok = { $count ->
    [one] 1 draw worked out again; it is as shown.
   *[other] All { $count } draws worked out again; each is as shown.
}
web-proof-draws-bad = Event { $version }: the secret gives other dice than the record shows.

## Settings

web-pace = Pace
web-pace-calm = calm
web-pace-usual = usual
web-pace-quick = quick
web-pace-none = no motion
web-theme = Light
web-theme-system = as the device
web-theme-light = light
web-theme-dark = dark
web-language = Language
web-language-browser = as the browser
web-sound = Sound
web-vibration = Vibrate when it is my turn
web-away-title = Going away?
web-away-text = A bot plays your seat until you take it back.
web-away = Let a bot play for me

## The log

web-log-seated = { $seat } takes seat { $number }.
web-log-bot-seated = The bot { $seat } takes seat { $number }.
web-log-left = { $seat } has left seat { $number }.
web-log-started = The game begins.
web-log-held = { $seat } is away: a bot plays the seat.
web-log-returned = { $seat } is back.
web-log-ended = The secret of the dice is revealed.

## Swipe dice at the web table

# The letters in the corner of a die.
web-die-letter-C = C
web-die-letter-D = D
web-die-letter-X = X
web-die-letter-SD = SD
web-die-letter-SC = SC
web-swipe-dice-thrown = Dice of this roll
web-swipe-dice-nothing-thrown = No dice rolled yet
web-swipe-dice-order = Which die takes effect next?
web-roll = { $count ->
    [one] Roll 1 die
   *[other] Roll { $count } dice
}
web-roll-off-roll = Roll off
web-roll-off = { $rule ->
    [first_x_wins] Roll-off between { $seats }: the first X wins.
   *[first_x_loses] Roll-off between { $seats }: the first X loses.
}
web-roll-off-die = { $seat }: { $face }
web-super-swipe = Super Swipe!
web-choose-die = From whom?
web-choose-chip = From whom?
web-swipe-die-from = Swipe a die from { $seat }: leaves them { $theirs }, gives you { $mine }
web-swipe-chip-from = Swipe a chip from { $seat }: leaves them { $theirs }, gives you { $mine }
web-status-turn = { $seat } is playing.
web-status-roll-me = Your turn: roll your dice.
web-status-roll-other = { $seat } is about to roll.
web-status-choose-me = { $what ->
    [die] Your turn: swipe a die.
   *[chip] Your turn: swipe a chip.
}
web-status-choose-other = { $what ->
    [die] { $seat } chooses whom to swipe a die from.
   *[chip] { $seat } chooses whom to swipe a chip from.
}
web-status-order-me = Your turn: which die takes effect next?
web-status-order-other = { $seat } chooses which die takes effect next.
web-status-roll-off = Roll-off: one die each.
web-log-rolls = { $seat } rolls: { $faces }.
web-log-faces = { $count ->
    [one] { $face }
   *[other] { $count } × { $face }
}
