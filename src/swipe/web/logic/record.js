/**
 * The record of a match as `docs/record.md` specifies it, read just as far as a proof needs: the
 * events and the hash that runs over their lines. Pure; `sha256` is handed in.
 */

export const FORMAT = "swipe-match/1";
const WORD = /([a-z_]+(?:\.[a-z_]+)?)=("(?:[^"\\]|\\.)*"|[^ "]+)/g;

const unquote = (text) => (text.startsWith('"') ? JSON.parse(text) : text);

/**
 * @param {string} text
 * @param {(bytes: Uint8Array) => Uint8Array} sha256
 * @returns {{events: Array<{version: number, event: string, fields: Object<string, string>}>,
 *   broken: number | null}} `broken` is the first version whose line or hash is not what was
 *   written (0 for the head), null when all are
 */
export function readRecord(text, sha256) {
  const lines = text.split("\n");
  if (lines[0] !== FORMAT || lines.at(-1) !== "") return { events: [], broken: 0 };
  const encoder = new TextEncoder();
  let written = FORMAT;
  const events = [];
  for (const [index, whole] of lines.slice(1, -1).entries()) {
    const version = index + 1;
    const cut = whole.lastIndexOf(" #");
    const line = whole.slice(0, cut);
    written += `\n${line}`;
    const digest = hex(sha256(encoder.encode(written))).slice(0, 16);
    const [number, event] = line.split(" ", 2);
    if (whole.slice(cut + 2) !== digest || number !== String(version)) return { events, broken: version };
    const fields = {};
    for (const [, name, raw] of line.slice(number.length + event.length + 2).matchAll(WORD)) fields[name] = unquote(raw);
    events.push({ version, event, fields });
  }
  return { events, broken: null };
}

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export function unhex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("not lower-case hexadecimal");
  return Uint8Array.from({ length: text.length / 2 }, (_, n) => Number.parseInt(text.slice(2 * n, 2 * n + 2), 16));
}
