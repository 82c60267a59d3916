// The chronicle and the rules.

import { el } from "./dom.js";
import { read } from "./live.js";
import { badge } from "./signs.js";
import { nameOf, seatOf } from "./state.js";
import { gettext, ngettext } from "./words.js";

export async function showChronicle(home, state) {
  const { earlier, turns } = (await read("/api/chronicle")) || { earlier: 0, turns: [] };
  const known = new Map([...home.querySelectorAll("details")].map((one) => [Number(one.dataset.turn), one.open]));
  const newest = turns.find((turn) => turn.events.length)?.number;
  const parts = turns.filter((turn) => turn.events.length).map((turn) => {
    const title = turn.seat ? gettext("Round {round}, {player}", { round: turn.round, player: nameOf(state, turn.seat) }) : gettext("Set-up");
    const events = turn.events.map((event) => {
      const seat = seatOf(state, event.seat);
      return el("li", {}, ...(seat ? [badge(seat), " "] : []), event.text);
    });
    return el("details", { open: known.get(turn.number) ?? turn.number === newest, "data-turn": turn.number }, el("summary", {}, `${title} (${events.length})`), el("ul", { class: "events" }, ...events));
  });
  if (earlier) parts.push(el("p", { class: "detail" }, ngettext(
    "{count} earlier turn is in the table's chronicle.", "{count} earlier turns are in the table's chronicle.", earlier)));
  const page = el("p", {}, el("a", { href: "/report", target: "_blank", rel: "noopener" }, gettext("The whole game as one page")), " ",
    el("a", { href: "/report", download: "game.html" }, gettext("Save it")));
  const setup = el("p", {}, el("a", { href: "/setup", target: "_blank", rel: "noopener" }, gettext("Set the board up, place by place")));
  if (turns.length) parts.unshift(page, ...(Object.keys(state.places).length ? [setup] : []));
  home.replaceChildren(el("h2", {}, gettext("Chronicle")), ...(parts.length ? parts : [el("p", {}, gettext("Nothing has happened yet."))]));
}

let typed = 0;

export function showRules(home, state) {
  if (home.childElementCount) {
    markAsked(home, state);
    return;
  }
  const list = el("div", {});
  const field = el("input", { type: "search", id: "search", autocomplete: "off", maxlength: "100" });
  field.addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(() => search(list, field.value, state), 250);
  });
  home.append(el("h2", {}, gettext("Rules")), el("label", { for: "search" }, gettext("Search the rules")), field, list,
    el("p", {}, el("a", { href: "/boards" }, gettext("Boards of this table"))));
  search(list, "", state);
}

async function search(list, words, state) {
  const rules = (await read(`/api/rules?q=${encodeURIComponent(words)}`)) || [];
  const asked = new Set(state && state.question ? state.question.rules : []);
  rules.sort((one, other) => asked.has(other.id) - asked.has(one.id));
  list.replaceChildren(
    el("p", { role: "status" }, ngettext("{count} rule", "{count} rules", rules.length)),
    ...rules.map((rule) => el("details", { "data-rule": rule.id, class: asked.has(rule.id) ? "now" : null },
      el("summary", {}, rule.title, " ", el("span", { class: "rule" }, rule.id)), el("p", {}, rule.text))));
}

function markAsked(home, state) {
  const asked = new Set(state && state.question ? state.question.rules : []);
  for (const rule of home.querySelectorAll("[data-rule]")) rule.classList.toggle("now", asked.has(rule.dataset.rule));
}
