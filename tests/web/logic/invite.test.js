import { invitation, isHere, openCommand } from "/web/logic/invite.js";
import { equal } from "./check.js";

const at = (url) => new URL(url);
const NETWORK = { phones: "http://192.168.1.5:8000", here_alone: false };

export default {
  "knows which addresses only the own computer knows"() {
    for (const host of ["localhost", "127.0.0.1", "127.8.1.1", "[::1]", "0.0.0.0", "swipe.localhost"]) equal(isHere(host), true);
    for (const host of ["192.168.1.5", "example.org", "127.example.org", "localhost.example.org"]) equal(isHere(host), false);
  },

  "a link that others can open is passed on as it is"() {
    equal(invitation(at("http://192.168.1.7:8000/t/abc"), "abc", null), { kind: "everywhere", link: "http://192.168.1.7:8000/t/abc" });
    equal(invitation(at("https://example.org/"), "a b", NETWORK), { kind: "everywhere", link: "https://example.org/t/a%20b" });
  },

  "at this computer the link is the one that the network can open"() {
    equal(invitation(at("http://localhost:8000/t/abc"), "abc", NETWORK), { kind: "network", link: "http://192.168.1.5:8000/t/abc" });
  },

  "where the network cannot open it, that is said"() {
    const here = at("http://127.0.0.1:8123/t/abc");
    equal(invitation(here, "abc", { phones: "", here_alone: true }), { kind: "alone", link: "http://127.0.0.1:8123/t/abc" });
    equal(invitation(here, "abc", { phones: "", here_alone: false }).kind, "here");
    equal(invitation(here, "abc", null).kind, "here");
  },

  "the command line that helps has the port of the page"() {
    equal(openCommand("8000"), "swipe serve --host 0.0.0.0");
    equal(openCommand("8123"), "swipe serve --host 0.0.0.0 --port 8123");
    equal(openCommand(""), "swipe serve --host 0.0.0.0 --port 80");
  },
};
