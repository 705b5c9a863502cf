/** Which link invites others: pure. */

const HERE = new Set(["localhost", "[::1]", "::1", "0.0.0.0"]);

/** Whether a page's address is one that only its own computer knows. */
export const isHere = (hostname) => HERE.has(hostname) || hostname.endsWith(".localhost") || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * What to pass on, and what to say with it.
 *
 * `page` is the page's location; `network` what the server knows of the network, {phones,
 * here_alone}, or null. `kind` is "everywhere" for a link that is good as it is, "network" for one
 * that devices of the same network can open, "alone" when the server listens to this computer
 * alone, else "here": only this computer can open it, and how others could is not known.
 */
export function invitation(page, table, network) {
  const path = `/t/${encodeURIComponent(table)}`;
  if (!isHere(page.hostname)) return { kind: "everywhere", link: page.origin + path };
  if (network?.phones) return { kind: "network", link: network.phones + path };
  return { kind: network?.here_alone ? "alone" : "here", link: page.origin + path };
}

/** The command line that makes a server reachable for the network; 8000 is the usual port. */
export const openCommand = (port) => `swipe serve --host 0.0.0.0${port === "8000" ? "" : ` --port ${port || "80"}`}`;
