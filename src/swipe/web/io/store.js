/**
 * What this device remembers: its person's name, the secrets of its seats, and how it likes to play.
 * A browser that refuses storage forgets with the page, and everything else works.
 */

const PREFIX = "swipe.";
const memory = new Map();

function read(area, key) {
  try {
    return JSON.parse(area().getItem(PREFIX + key)) ?? undefined;
  } catch {
    return memory.get(key);
  }
}

function write(area, key, value) {
  memory.set(key, value);
  try {
    area().setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the memory of the page has to do.
  }
}

const local = () => localStorage;

export const DEFAULT_PREFERENCES = {
  name: "",
  pace: "usual",
  sound: false,
  vibration: true,
  theme: "system", // system, light, dark
  language: "", // what the browser asks for
  people: [], // names of the others who have sat at this device
  last: null, // the last table's plan: game, players, options
};

export const loadPreferences = () => ({ ...DEFAULT_PREFERENCES, ...read(local, "preferences") });
export const savePreferences = (preferences) => write(local, "preferences", preferences);

/** Seat -> {token, entropy} at a table. */
export const loadSeats = (table) => read(local, `seats.${table}`) ?? {};
export const saveSeats = (table, seats) => write(local, `seats.${table}`, seats);
