// Emblems of seats and icons of the map, in the shapes of the table's screen.

import { svg } from "./dom.js";
import { read } from "./live.js";

let known = { emblems: {}, marks: {} };

export async function loadSigns() {
  known = (await read("/static/signs.json")) || known;
}

function shape(sign, radius, attributes = {}) {
  const paths = sign.paths.map((d) => svg("path", { d, "fill-rule": "evenodd" }));
  return svg("g", { transform: `scale(${radius / 100})`, ...attributes }, paths);
}

// A seat's emblem in a disc of its colour, as a group for a drawing.
export function emblem(seat, radius, x = 0, y = 0) {
  const sign = known.emblems[seat.emblem];
  return svg("g", { transform: `translate(${x} ${y})`, class: "emblem" },
    svg("circle", { r: radius, class: `seat-${seat.colour}` }),
    sign ? shape(sign, radius * 0.68, { class: `on-${seat.colour}` }) : null);
}

// The same as a picture of its own, to stand in a line of words.
export function badge(seat) {
  return svg("svg", { class: "badge", viewBox: "-22 -22 44 44", role: "img", "aria-label": known.emblems[seat.emblem]?.name ?? seat.emblem }, emblem(seat, 20));
}

// A mark of a place, such as "capital", "base:red" or "cover*2"; words: what the kinds are called.
export function mark(kind, seats, words, radius, x, y) {
  const [what, owner] = kind.split(":");
  const [name, number] = what.split("*");
  const sign = known.marks[name];
  const seat = seats[owner];
  const back = svg("circle", { r: radius });
  back.setAttribute(seat ? "class" : "fill", seat ? `seat-${seat.colour}` : sign ? sign.fill : "#f3c673");
  const group = svg("g", { transform: `translate(${x} ${y})`, class: "mark" }, svg("title", {}, number > 1 ? `${number} × ${words[name]}` : words[name]), back);
  if (!sign) {
    group.append(svg("text", { class: seat ? `number on-${seat.colour}` : "number", y: radius * 0.4, "font-size": radius * 1.2 }, words[name].slice(0, 1).toUpperCase()));
    return group;
  }
  group.append(shape(sign, radius * 0.8, seat ? { class: `on-${seat.colour}` } : { fill: sign.line }));
  return group;
}

