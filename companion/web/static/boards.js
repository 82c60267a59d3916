// Boards: load the file of one, send one to the table, or send a photo to teach one from.

import { byId, el } from "./dom.js";
import { read, send } from "./live.js";
import { gettext, ngettext } from "./words.js";

function say(words) {
  byId("said").textContent = words;
}

function sends(id, path, words) {
  const field = byId(id);
  field.addEventListener("change", async () => {
    if (!field.files.length) return;
    say(words);
    const reply = await send(path, field.files[0]);
    say(reply.message);
    field.value = "";
  });
}

function offered(board) {
  return el("li", {},
    el("span", {}, board.name, " ", el("span", { class: "rule" }, ngettext("{count} territory", "{count} territories", board.territories))),
    el("a", { href: `/api/boards/${encodeURIComponent(board.file)}`, download: "", class: "small", "aria-label": gettext("Save {board}", { board: board.name }) }, gettext("Save")));
}

async function show() {
  const told = await read("/api/boards");
  if (!told) {
    say(gettext("Scan the code on the table's screen."));
    return;
  }
  byId("send").hidden = !told.may_send;
  if (!told.may_send) say(gettext("The host lets phones watch only."));
  byId("boards").replaceChildren(
    el("h2", {}, gettext("Boards of this table")),
    el("ul", { class: "cards" }, ...told.boards.map(offered)));
}

sends("photo", "/api/boards/photo", gettext("Sending the photo."));
sends("file", "/api/boards", gettext("Sending the board."));
show();
