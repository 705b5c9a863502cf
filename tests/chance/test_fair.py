"""Fair chance: the published vectors, an independent implementation, and no bias."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from swipe.chance import fair, seeded
from tests.chance import independent
from tests.chance.vectors import key_vectors, pick_vectors

VECTORS = key_vectors()
PICKS = pick_vectors()


def test_the_page_has_vectors():
    assert len(VECTORS) == 3
    assert all(len(vector.draws) == 12 for vector in VECTORS)
    assert any(len(vector.entropy) == 2 for vector in VECTORS)
    assert any(vector.seed is not None for vector in VECTORS)
    assert len(PICKS) == 9
    assert sum(len(words) > 1 for _, words, _ in PICKS) == 4  # that pass over a word


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.match)
def test_published_vectors(vector):
    entropy = []
    for line in vector.entropy:
        seat, _, value = line.partition(":")
        entropy.append((int(seat) - 1, fair.check_entropy(value)))
    if vector.seed is not None:
        assert seeded.secret_of_seed(vector.seed) == vector.secret
    assert fair.commitment(vector.secret) == vector.commitment
    fair.check_secret(vector.secret, vector.commitment)
    assert fair.match_key(vector.secret, vector.match, entropy) == vector.key
    for number, total, ticket in vector.draws:
        assert fair.draw(vector.key, number, total) == ticket


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.match)
def test_published_vectors_hold_for_the_independent_implementation(vector):
    if vector.seed is not None:
        assert independent.secret_of_seed(vector.seed) == vector.secret
    assert independent.commitment(vector.secret) == vector.commitment
    assert independent.match_key(vector.secret, vector.match, vector.entropy) == vector.key
    for number, total, ticket in vector.draws:
        assert independent.draw(vector.key, number, total) == ticket


@pytest.mark.parametrize(("total", "words", "ticket"), PICKS)
def test_published_picks(total, words, ticket):
    assert fair.pick(words, total) == ticket


@pytest.mark.parametrize(("total", "words"), [(t, w[:-1]) for t, w, _ in PICKS if len(w) > 1])
def test_words_that_would_favour_the_low_tickets_are_passed_over(total, words):
    with pytest.raises(ValueError, match="no word below"):
        fair.pick(words, total)


def test_a_draw_goes_on_to_the_next_block_when_all_words_of_one_are_passed_over(monkeypatch):
    asked = []

    def digest(key, message):
        asked.append(message)
        return b"\xff" * 32 if message.endswith(b"\0" * 8) else (13).to_bytes(8, "big") * 4

    monkeypatch.setattr(fair, "_keyed_digest", digest)
    assert fair.draw(b"key", 258, 6) == 1
    prefix = b"swipe-fair/1 draw\0" + b"\0" * 6 + b"\x01\x02"
    assert asked == [prefix + b"\0" * 8, prefix + b"\0" * 7 + b"\x01"]


secrets_ = st.binary(min_size=32, max_size=32)
names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.:\-]{0,63}", fullmatch=True)
contributions = st.lists(
    st.tuples(st.integers(0, 7), st.binary(min_size=16, max_size=32).map(bytes.hex)), max_size=5
)


@given(secrets_, names, contributions, st.integers(0, 2**64 - 1), st.integers(1, 2**32))
def test_agrees_with_the_independent_implementation(secret, name, entropy, number, total):
    lines = [f"{seat + 1}:{value}" for seat, value in entropy]
    key = independent.match_key(secret, name, lines)
    assert fair.match_key(secret, name, entropy) == key
    assert fair.commitment(secret) == independent.commitment(secret)
    assert fair.draw(key, number, total) == independent.draw(key, number, total)


@given(st.integers(0, 2**63 - 1))
def test_seeds_agree_with_the_independent_implementation(seed):
    assert seeded.secret_of_seed(seed) == independent.secret_of_seed(seed)


@given(secrets_, names, contributions.filter(lambda entropy: len(entropy) > 1))
def test_the_order_of_entropy_matters_to_the_key(secret, name, entropy):
    turned = entropy[1:] + entropy[:1]
    same = fair.match_key(secret, name, entropy) == fair.match_key(secret, name, turned)
    assert same == (entropy == turned)


@pytest.mark.parametrize("total", [2, 3, 6, 7, 168])
def test_every_ticket_is_equally_likely(total):
    # The key is fixed, so this is one computation that always gives the same figure. 168 is how
    # many cards there are; a fault that favours a ticket by a few per cent would be seen.
    key = fair.match_key(bytes(32), "unbiased", [(0, "00" * 16)])
    counts = [0] * total
    draws = 12_000
    for number in range(draws):
        counts[fair.draw(key, number, total)] += 1
    assert stats.chisquare(counts).pvalue > 0.01


def test_neighbouring_draws_are_independent():
    key = fair.match_key(bytes(32), "unbiased", [(0, "00" * 16)])
    tickets = [fair.draw(key, number, 6) for number in range(18_001)]
    pairs = [0] * 36
    for first, second in itertools.pairwise(tickets):
        pairs[6 * first + second] += 1
    assert stats.chisquare(pairs).pvalue > 0.01


def test_another_key_gives_other_draws():
    vectors = VECTORS[:2]
    sequences = [[fair.draw(v.key, number, 6) for number in range(40)] for v in vectors]
    assert sequences[0] != sequences[1]


@pytest.mark.parametrize(
    "value",
    ["", "00" * 15, "00" * 33, "0" * 33, "AB" * 16, "0g" * 16, " " + "00" * 16, "٣٣" * 16],
)
def test_entropy_has_16_to_32_bytes_in_lower_case_hexadecimal(value):
    with pytest.raises(fair.BadEntropy, match="16 to 32 bytes as lower-case hexadecimal"):
        fair.check_entropy(value)


@pytest.mark.parametrize("value", ["0f" * 16, "00" * 32, "0123456789abcdef" * 2 + "ff"])
def test_entropy_that_is_right_stays_as_it_is(value):
    assert fair.check_entropy(value) == value


def test_a_secret_has_32_bytes_and_fits_its_commitment():
    secret = fair.new_secret()
    assert len(secret) == 32
    assert secret != fair.new_secret()
    fair.check_secret(secret, fair.commitment(secret))
    other = bytes([secret[0] ^ 1]) + secret[1:]
    with pytest.raises(fair.BadSecret, match="does not fit the commitment"):
        fair.check_secret(other, fair.commitment(secret))
    with pytest.raises(fair.BadSecret, match="32 bytes, not 31"):
        fair.commitment(secret[1:])


@pytest.mark.parametrize(
    ("number", "total"), [(0, 0), (0, -1), (0, 2**32 + 1), (-1, 6), (2**64, 6)]
)
def test_impossible_draws_are_refused(number, total):
    with pytest.raises(ValueError, match="cannot draw"):
        fair.draw(b"\0" * 32, number, total)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_seeds_out_of_range_are_refused(seed):
    with pytest.raises(ValueError, match="from 0 to 2\\*\\*63 - 1"):
        seeded.secret_of_seed(seed)
