// An open table as its camera sees it, in inches: where figures stand, how far they move and attack, whom one reaches
// and sees over the terrain that was traced.

import { el, svg } from "./dom.js";
import { gettext } from "./words.js";

const MARGIN = 0.6; // inches round everything that is drawn
const LETTERS = 3; // of the first word of a name
const LABEL = 0.42; // smallest height of a label, in inches
const ACROSS = { narrow: 28, wide: 60 }; // heights of a label in the width of the drawing, on phones and on screens

export class Field {
  constructor() {
    this.chosen = "";
  }

  // The drawing and its words; nothing without a camera that knows figures.
  draw(state) {
    const units = Object.fromEntries(state.roster.map((unit) => [unit.id, unit]));
    const figures = state.figures.map((figure) => ({ ...figure, piece: units[figure.unit] }));
    if (!figures.length) return [];
    const chosen = figures.find((figure) => figure.unit && figure.unit === this.chosen);
    const box = this.view(figures, chosen);
    this.label = Math.max(LABEL, box[2] / (window.innerWidth < 600 ? ACROSS.narrow : ACROSS.wide));
    const named = (figure) => !chosen || figure === chosen || !figure.sure || chosen.reached.includes(figure.unit);
    const rings = figures.flatMap((figure) => this.rings(figure, figure === chosen));
    const lines = chosen ? chosen.reached.map((id) => this.line(chosen, figures.find((figure) => figure.unit === id))) : [];
    figures.sort((one, other) => (one === chosen) - (other === chosen)); // the chosen one lies on top
    const bases = figures.map((figure) => this.base(figure, figure === chosen, state, named(figure)));
    const drawing = svg("svg", { class: "field", role: "group", viewBox: box.map((number) => number.toFixed(2)).join(" ") },
      ...this.terrain(state), ...rings, ...lines, ...bases);
    const words = chosen ? `${chosen.piece.name}: ${chosen.words}` : gettext("Thin: how far it moves. Bold: its range.");
    return [drawing, el("p", { class: "field-words", "aria-live": "polite" }, words)];
  }

  // What hides others, as it was traced on the glass.
  terrain(state) {
    return state.terrain.map((corners) => svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" "), class: "hides" }));
  }

  // Rings of all that may act, and of the chosen one; an arc where the barrel is known.
  rings(figure, chosen) {
    if (!figure.piece || !figure.sure || !(figure.piece.figures.length || chosen)) return [];
    return figure.piece.reaches.map((reach) => (hasArc(figure, reach)
      ? svg("path", { d: sector(figure, reach), class: `ring ${reach.kind}` })
      : svg("circle", { cx: figure.x, cy: figure.y, r: reach.inches, class: `ring ${reach.kind}` })));
  }

  // To one in range; dashed to one behind terrain.
  line(from, to) {
    if (!to) return null;
    const kind = from.hidden.includes(to.unit) ? "reached hidden" : "reached";
    return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: kind });
  }

  // With one chosen, names of the others would hide the table.
  base(figure, chosen, state, named) {
    const seat = figure.piece && state.seats.find((one) => one.id === figure.piece.seat);
    const colour = seat ? seat.colour : "nobody";
    const name = figure.piece ? figure.piece.name : gettext("Who is this?");
    const label = figure.piece ? short(name) + (figure.sure ? "" : "?") : "?";
    const choose = () => {
      this.chosen = chosen ? "" : figure.unit;
      this.again(state);
    };
    const acts = { onclick: choose, onkeydown: (event) => event.key === "Enter" && choose() };
    return svg("g", { class: chosen ? "figure chosen" : "figure", tabindex: "0", role: "button", "aria-label": name, ...acts },
      svg("circle", { cx: figure.x, cy: figure.y, r: Math.max(figure.radius, 0.2), class: `seat-${colour}${figure.sure ? "" : " unsure"}` }),
      named ? svg("text", { x: figure.x, y: figure.y + figure.radius + this.label, class: "label", "font-size": this.label }, label) : null);
  }

  // The part of the table with all figures, rings and arcs: left, top, width, height.
  view(figures, chosen) {
    const ends = figures.flatMap((figure) => {
      const shown = figure.piece && figure.sure && (figure.piece.figures.length || figure === chosen);
      const around = round(figure, figure.radius + 0.5, 0, 180);
      return [...around, ...(shown ? figure.piece.reaches : []).flatMap((reach) => (hasArc(figure, reach)
        ? round(figure, reach.inches, figure.barrel, reach.to_each_side)
        : round(figure, reach.inches, 0, 180)))];
    });
    const [left, top] = [0, 1].map((axis) => Math.min(...ends.map((end) => end[axis])) - MARGIN);
    const [right, bottom] = [0, 1].map((axis) => Math.max(...ends.map((end) => end[axis])) + MARGIN);
    return [left, top, right - left, bottom - top];
  }

  // After a touch: drawn anew where it stands.
  again(state) {
    const old = document.querySelector("svg.field");
    const [drawing, words] = this.draw(state);
    old.nextElementSibling.replaceWith(words);
    old.replaceWith(drawing);
  }
}

function hasArc(figure, reach) {
  return reach.kind === "attack" && reach.to_each_side < 180 && figure.barrel !== null;
}

// Points on a circle around a figure, so many degrees to each side of a direction.
function round(figure, inches, middle, toEachSide) {
  return [-1, -0.5, 0, 0.5, 1].map((side) => {
    const angle = ((middle + side * toEachSide) * Math.PI) / 180;
    return [figure.x + inches * Math.cos(angle), figure.y + inches * Math.sin(angle)];
  });
}

// The arc of a barrel as a path, from the figure out and back.
function sector(figure, reach) {
  const ends = round(figure, reach.inches, figure.barrel, reach.to_each_side);
  const [from, , , , to] = ends.map((end) => end.map((number) => number.toFixed(2)).join(" "));
  return `M ${figure.x} ${figure.y} L ${from} A ${reach.inches} ${reach.inches} 0 0 1 ${to} Z`;
}

// What fits below a figure: "inf 2"; its colour tells the side.
function short(name) {
  const words = name.split(" ").slice(1);
  if (!words.length) return name;
  const number = /^\d+$/.test(words[words.length - 1]) ? ` ${words[words.length - 1]}` : "";
  return words[0].slice(0, LETTERS) + number;
}
