/**
 * The words that people read: Fluent messages, the same files that the terminal uses.
 *
 * `await load(games)` once; then `t("web-start-title")` and `t("id", {name: value})` everywhere.
 * A message that is missing in the chosen language comes from English.
 */

import { FluentBundle, FluentResource } from "@fluent/bundle";
import { negotiateLanguages } from "@fluent/langneg";

/** The languages that there are files for, with their own names. English is complete. */
export const LANGUAGES = { en: "English" };
export const DEFAULT_LANGUAGE = "en";
const SHARED = ["common", "web", "coach"];

let bundles = [];
const complained = new Set();

export async function load(games, { chosen = "", wanted = navigator.languages } = {}) {
  const languages = negotiateLanguages(chosen ? [chosen] : wanted, Object.keys(LANGUAGES), {
    defaultLocale: DEFAULT_LANGUAGE,
    strategy: "filtering",
  });
  bundles = await Promise.all(languages.map((language) => loadLanguage(language, [...SHARED, ...games])));
  document.documentElement.lang = languages[0];
  return languages[0];
}

async function loadLanguage(language, areas) {
  // The isolation marks keep names written from right to left from turning a sentence around.
  const bundle = new FluentBundle(language, { useIsolating: true });
  const texts = await Promise.all(areas.map((area) => loadArea(language, area)));
  for (const text of texts) {
    for (const error of bundle.addResource(new FluentResource(text))) console.error(error);
  }
  return bundle;
}

async function loadArea(language, area) {
  const answer = await fetch(`/web/locales/${language}/${area}.ftl`);
  if (!answer.ok) throw new Error(`${area}.ftl of ${language}: ${answer.status}`);
  return answer.text();
}

export const has = (id) => bundles.some((bundle) => bundle.getMessage(id)?.value);

/** The text of a message; `{name: undefined}` arguments are left out. */
export function t(id, args = {}) {
  for (const bundle of bundles) {
    const message = bundle.getMessage(id);
    if (!message?.value) continue;
    const errors = [];
    const text = bundle.formatPattern(message.value, args, errors);
    for (const error of errors) complain(`${id}: ${error.message}`);
    return text;
  }
  complain(`no message ${id}`);
  return id;
}

/** The text of an attribute of a message, such as its `.hint`; empty when it has none. */
export function hint(id, attribute, args = {}) {
  for (const bundle of bundles) {
    const pattern = bundle.getMessage(id)?.attributes?.[attribute];
    if (pattern) return bundle.formatPattern(pattern, args, []);
  }
  return "";
}

/** Names joined as the language joins them: "Ada, Bea and Cyd". */
export function list(words) {
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(words);
}

function complain(text) {
  if (complained.has(text)) return;
  complained.add(text);
  console.error(text);
}
