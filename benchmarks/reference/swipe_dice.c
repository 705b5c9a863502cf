/* Reference for speed: Swipe (dice), default rules, seat 1 starts, targets uniformly random.
 *
 * What a good C programmer would write for this one game: no options, no record of what happened,
 * a throw's faces drawn die by die from one random word, plain loops over the seats. The random
 * numbers are splitmix64; the six sides come from the upper bits of a 56-bit fraction that is
 * multiplied by six for every die, and what is left of it chooses the targets.
 *
 *   cc -O3 -march=native -o swipe_dice swipe_dice.c
 *   ./swipe_dice PLAYERS GAMES SEED
 *
 * prints one line of JSON: games, seconds (of this thread's processor time: a busy machine does not
 * count), games_per_second, win_share by seat, mean_turns.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_PLAYERS = 6, CHIPS = 50, DICE = 10 };
enum { CHIP, DIE, X, SWIPE_DIE, SWIPE_CHIP, FACES };
static const uint8_t FACE_OF_SIDE[6] = {CHIP, CHIP, DIE, X, SWIPE_DIE, SWIPE_CHIP};

typedef struct {
    uint64_t random;
    int players, centre_chips, centre_dice;
    uint8_t chips[MAX_PLAYERS], dice[MAX_PLAYERS];
} Table;

static inline uint64_t next_word(Table *t) {
    uint64_t z = (t->random += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Draws a number below n from the upper bits of a 56-bit fraction and keeps the rest of it. */
static inline int take(uint64_t *fraction, int n) {
    uint64_t product = *fraction * (uint64_t)n;
    *fraction = product & 0x00FFFFFFFFFFFFFFu;
    return (int)(product >> 56);
}

/* One of the other seats that has at least `least` in `held`, uniformly; -1 when none has. */
static inline int pick_target(const Table *t, const uint8_t *held, int least, int mover,
                              uint64_t *fraction) {
    int targets[MAX_PLAYERS], count = 0;
    for (int seat = 0; seat < t->players; seat++)
        if (seat != mover && held[seat] >= least) targets[count++] = seat;
    if (count == 0) return -1;
    return count == 1 ? targets[0] : targets[take(fraction, count)];
}

/* Plays a turn or an extra roll; returns whether the same seat rolls again. */
static int roll(Table *t, int mover) {
    uint64_t fraction = next_word(t) >> 8;
    int n = t->dice[mover], shown[FACES] = {0};
    for (int i = 0; i < n; i++) shown[FACE_OF_SIDE[take(&fraction, 6)]]++;
    if (shown[X] == n) {
        for (int seat = 0; seat < t->players; seat++)
            if (seat != mover && t->dice[seat] >= 2) t->dice[seat]--, t->dice[mover]++;
        return 1;
    }
    t->dice[mover] -= shown[X];
    t->centre_dice += shown[X];
    int dice = shown[DIE] < t->centre_dice ? shown[DIE] : t->centre_dice;
    t->dice[mover] += dice;
    t->centre_dice -= dice;
    int chips = shown[CHIP] < t->centre_chips ? shown[CHIP] : t->centre_chips;
    t->chips[mover] += chips;
    t->centre_chips -= chips;
    for (int i = 0; i < shown[SWIPE_DIE]; i++) {
        int target = pick_target(t, t->dice, 2, mover, &fraction);
        if (target < 0) break;
        t->dice[target]--, t->dice[mover]++;
    }
    for (int i = 0; i < shown[SWIPE_CHIP]; i++) {
        int target = pick_target(t, t->chips, 1, mover, &fraction);
        if (target < 0) break;
        t->chips[target]--, t->chips[mover]++;
    }
    return 0;
}

static int roll_off(Table *t, int contenders) {
    while (contenders & (contenders - 1)) {
        uint64_t fraction = next_word(t) >> 8;
        int showed_x = 0;
        for (int seat = 0; seat < t->players; seat++)
            if (contenders >> seat & 1)
                if (FACE_OF_SIDE[take(&fraction, 6)] == X) showed_x |= 1 << seat;
        if (showed_x) contenders = showed_x;
    }
    return __builtin_ctz(contenders);
}

static int play(Table *t, int64_t *turns) {
    int players = t->players, each = players <= 4 ? 2 : 1, left = DICE - each * players;
    for (int seat = 0; seat < players; seat++) t->chips[seat] = 2, t->dice[seat] = each;
    t->centre_chips = CHIPS - 2 * players;
    t->centre_dice = players == 2 && left > 3 ? 3 : left;
    int mover = 0;
    for (;;) {
        ++*turns;
        if (roll(t, mover)) continue;
        if (t->centre_chips == 0) break;
        if (++mover == players) mover = 0;
    }
    int best = -1, leaders = 0;
    for (int seat = 0; seat < players; seat++) {
        int rank = t->chips[seat] << 8 | t->dice[seat];
        if (rank > best) best = rank, leaders = 0;
        if (rank == best) leaders |= 1 << seat;
    }
    return roll_off(t, leaders);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: %s PLAYERS GAMES SEED\n", argv[0]);
        return 2;
    }
    Table table = {.random = strtoull(argv[3], 0, 10), .players = atoi(argv[1])};
    int64_t games = atoll(argv[2]), turns = 0, wins[MAX_PLAYERS] = {0};
    if (table.players < 2 || table.players > MAX_PLAYERS || games < 1) {
        fprintf(stderr, "2 to %d players and one game or more\n", MAX_PLAYERS);
        return 2;
    }
    struct timespec start, end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    for (int64_t n = 0; n < games; n++) wins[play(&table, &turns)]++;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    printf("{\"games\": %lld, \"seconds\": %.6f, \"games_per_second\": %.0f, \"win_share\": [",
           (long long)games, seconds, (double)games / seconds);
    for (int seat = 0; seat < table.players; seat++)
        printf("%s%.6f", seat ? ", " : "", (double)wins[seat] / (double)games);
    printf("], \"mean_turns\": %.4f}\n", (double)turns / (double)games);
    return 0;
}
