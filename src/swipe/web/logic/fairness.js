/**
 * The scheme of fair chance as `docs/fairness.md` specifies it, and the proof of a record by it.
 * Pure JavaScript throughout: a page from a computer in the local network has no WebCrypto.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hex, readRecord, unhex } from "./record.js";

const encoder = new TextEncoder();
const ZERO = new Uint8Array(1);
const WORDS = 1n << 64n;

function join(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function bigEndian(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** What is published of a secret before anybody sits. */
export const commitmentOf = (secret) => hex(sha256(join("swipe-fair/1 commitment", ZERO, secret)));

export const secretOfSeed = (seed) => sha256(join("swipe-seed/1", ZERO, String(seed)));

/** The key of all draws; `entropy` holds [seat from 1, hex] in the order of their events. */
export function matchKey(secret, match, entropy) {
  const lines = entropy.map(([seat, value]) => `${seat}:${value}\n`).join("");
  return hmac(sha256, secret, join("swipe-fair/1 key", ZERO, match, ZERO, lines));
}

/** Draw number `number` of `total` equally likely tickets. */
export function draw(key, number, total) {
  const limit = WORDS - (WORDS % BigInt(total));
  for (let block = 0; ; block += 1) {
    const digest = hmac(sha256, key, join("swipe-fair/1 draw", ZERO, bigEndian(number), bigEndian(block)));
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < 32; at += 8) {
      const word = words.getBigUint64(at);
      if (word < limit) return Number(word % BigInt(total));
    }
  }
}

/**
 * Check a finished match's record: what was promised before the start, that this device's own
 * entropy is in it, and every draw that the game's module can repeat.
 *
 * @param {string} text the record
 * @param {object} known `commitment` as it was shown before the start ("" when it was not seen),
 *   `entropy`: seat from 0 -> the values that this device sent for it
 * @param {null | ((created, drawn, draw) => string[])} replay of the game's module
 * @returns {Array<{name: string, ok: boolean, details?: object}>}
 */
export function proveRecord(text, known, replay) {
  const { events, broken } = readRecord(text, sha256);
  const checks = [{ name: "lines", ok: broken === null, details: { version: broken ?? 0, count: events.length } }];
  const created = events[0]?.fields;
  const ended = events.at(-1);
  if (broken !== null || !created || ended.event !== "ended") return checks;
  if (created.chance !== "fair" && created.chance !== "seeded") return checks;
  const secret = unhex(ended.fields.secret ?? "");
  const promised = commitmentOf(secret) === created.commitment;
  checks.push({ name: "commitment", ok: promised && (!known.commitment || known.commitment === created.commitment) });
  if (created.chance === "seeded") {
    checks.push({ name: "seed", ok: hex(secretOfSeed(ended.fields.seed)) === ended.fields.secret });
  }
  const entropy = entropyOf(events);
  const mine = Object.entries(known.entropy ?? {});
  if (mine.length) {
    const ok = mine.every(([seat, value]) => entropy.some(([number, each]) => number === String(Number(seat) + 1) && each === value));
    checks.push({ name: "entropy", ok, details: { count: mine.length } });
  }
  if (replay) checks.push(checkDraws(events, created, matchKey(secret, created.match, entropy), replay));
  return checks;
}

function entropyOf(events) {
  let entropy = [];
  for (const { event, fields } of events) {
    if (event === "entropy") entropy.push([fields.seat, fields.value]);
    else if (event === "left") entropy = entropy.filter(([seat]) => seat !== fields.seat);
  }
  return entropy;
}

function checkDraws(events, created, key, replay) {
  const options = Object.fromEntries(
    Object.entries(created).filter(([name]) => name.startsWith("options.")).map(([name, value]) => [name.slice(8), value]),
  );
  const match = { ...created, players: Number(created.players), options };
  let count = 0;
  for (const { version, event, fields } of events) {
    if (event !== "drawn") continue;
    const outcomes = fields.outcomes.split(",");
    const drawn = { number: Number(fields.number), outcomes, version };
    const expected = replay(match, drawn, (number, total) => draw(key, number, total));
    if (expected.join() !== outcomes.join()) return { name: "draws", ok: false, details: { version, count } };
    count += outcomes.length;
  }
  return { name: "draws", ok: true, details: { version: 0, count } };
}
