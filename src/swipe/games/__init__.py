"""The games: rules, notation and views, and the contract that they share."""
