### Terms that every place shares. $count is a number.

common-title = Swipe
# Names of bots, separated by commas: as many as a table has seats.
common-bot-names = Ada, Bruno, Cleo, Dario, Edda, Frido, Gala, Hugo
common-bot-kind = { $bot ->
    [random] random
    [greedy] greedy
    [hold] holds
    [steady] steady
    [optimal] optimal
   *[other] { $bot }
}
common-chips = { $count ->
    [one] 1 chip
   *[other] { $count } chips
}
common-dice = { $count ->
    [one] 1 die
   *[other] { $count } dice
}
common-chips-word = { $count ->
    [one] chip
   *[other] chips
}
common-dice-word = { $count ->
    [one] die
   *[other] dice
}
common-points = { $count ->
    [one] 1 point
   *[other] { $count } points
}
common-cards = { $count ->
    [one] 1 card
   *[other] { $count } cards
}
