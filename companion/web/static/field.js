// An open table as its camera sees it, in inches: where figures stand, how far they move and attack, whom one reaches.

import { el, svg } from "./dom.js";
import { gettext } from "./words.js";

const MARGIN = 0.6; // inches round everything that is drawn
const LETTERS = 3; // of the first word of a name

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
    const rings = figures.flatMap((figure) => this.rings(figure, figure === chosen));
    const lines = chosen ? chosen.reached.map((id) => this.line(chosen, figures.find((figure) => figure.unit === id))) : [];
    const bases = figures.map((figure) => this.base(figure, figure === chosen, state));
    const drawing = svg("svg", { class: "field", role: "group", viewBox: this.view(figures, chosen) }, ...rings, ...lines, ...bases);
    const words = chosen ? `${chosen.piece.name}: ${chosen.words}` : gettext("Thin: how far it moves. Bold: its range.");
    return [drawing, el("p", { class: "field-words", "aria-live": "polite" }, words)];
  }

  // Rings of all that may act, and of the chosen one.
  rings(figure, chosen) {
    if (!figure.piece || !figure.sure || !(figure.piece.figures.length || chosen)) return [];
    return figure.piece.reaches.map((reach) => svg("circle", { cx: figure.x, cy: figure.y, r: reach.inches, class: `ring ${reach.kind}` }));
  }

  line(from, to) {
    return to ? svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "reached" }) : null;
  }

  base(figure, chosen, state) {
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
      svg("text", { x: figure.x, y: figure.y + figure.radius + 0.42, class: "label" }, label));
  }

  // The part of the table with all figures and rings.
  view(figures, chosen) {
    const spans = ["x", "y"].map((axis) => {
      const ends = figures.flatMap((figure) => {
        const shown = figure.piece && figure.sure && (figure.piece.figures.length || figure === chosen);
        const far = Math.max(figure.radius + 0.5, ...(shown ? figure.piece.reaches.map((reach) => reach.inches) : []));
        return [figure[axis] - far, figure[axis] + far];
      });
      return [Math.min(...ends) - MARGIN, Math.max(...ends) + MARGIN];
    });
    return [spans[0][0], spans[1][0], spans[0][1] - spans[0][0], spans[1][1] - spans[1][0]].map((number) => number.toFixed(2)).join(" ");
  }

  // After a touch: drawn anew where it stands.
  again(state) {
    const old = document.querySelector("svg.field");
    const [drawing, words] = this.draw(state);
    old.nextElementSibling.replaceWith(words);
    old.replaceWith(drawing);
  }
}

// What fits below a figure: "inf 2"; its colour tells the side.
function short(name) {
  const words = name.split(" ").slice(1);
  if (!words.length) return name;
  const number = /^\d+$/.test(words[words.length - 1]) ? ` ${words[words.length - 1]}` : "";
  return words[0].slice(0, LETTERS) + number;
}
