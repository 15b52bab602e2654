// The matrix of "Which barcode decoder?": coloured by rank, sorted by a click, filtered by what the decoders'
// table says of licence, platforms and languages. Without it the table says the same.
(() => {
"use strict";
const tables = [...document.querySelectorAll("main table")];
const matrix = tables[0];
const heads = [...matrix.tHead.rows[0].cells];
const body = matrix.tBodies[0];
const facts = tables.find((table) => /licence/.test(table.tHead.textContent) && table !== matrix);
matrix.classList.add("matrix");

const number = (cell) => {
  const text = cell.textContent.replace(/\s/g, "");
  const found = /^(\d+)=?·/.exec(text) || /^(\d+(?:\.\d+)?)/.exec(text);
  return found ? Number(found[1]) : Infinity;
};
for (const row of body.rows) {
  for (const cell of row.cells) {
    const rank = /^\s*(\d+)=?\s*·/.exec(cell.textContent);
    if (rank) cell.dataset.rank = String(Math.min(Number(rank[1]), 6));
  }
}

heads.forEach((head, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "sort";
  button.textContent = "↕";
  button.setAttribute("aria-label", `Sort by ${head.textContent.trim()}`);
  head.setAttribute("aria-sort", "none");
  head.append(button);
  button.addEventListener("click", () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of heads) other.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const sign = up ? 1 : -1;
    body.append(...[...body.rows].sort((a, b) => {
      const [x, y] = [a, b].map((row) => (column ? number(row.cells[column]) : 0));
      if (x !== y) return x === Infinity ? 1 : y === Infinity ? -1 : sign * (x - y);
      return (column ? 1 : sign) * a.cells[0].textContent.localeCompare(b.cells[0].textContent);
    }));
  });
});

if (!facts) return;
const nameOf = (row) => row.cells[0].querySelector("code").textContent;
const titles = [...facts.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
const known = new Map([...facts.tBodies[0].rows].map((row) => [nameOf(row), row]));
const valuesOf = (name, column) =>
  known.has(name) ? known.get(name).cells[column].textContent.trim().split(/,\s*/) : [];
const selects = ["licence", "platforms", "languages"].map((title) => {
  const column = titles.indexOf(title);
  const values = [...new Set([...known.keys()].flatMap((name) => valuesOf(name, column)))].sort();
  const label = document.createElement("label");
  const select = document.createElement("select");
  select.name = title;
  select.append(...["any", ...values].map((value) => new Option(value, value === "any" ? "" : value)));
  label.append(`${title} `, select);
  return { column, label, select };
});
const filter = () => {
  let shown = 0;
  for (const row of body.rows) {
    row.hidden = !selects.every(({ column, select }) =>
      !select.value || valuesOf(nameOf(row), column).includes(select.value));
    shown += row.hidden ? 0 : 1;
  }
  count.textContent = `${shown} of ${body.rows.length} decoders`;
  const chosen = new URLSearchParams(
    selects.filter(({ select }) => select.value).map(({ select }) => [select.name, select.value]));
  try { history.replaceState(null, "", (chosen.size ? "?" + chosen : location.pathname) + location.hash); } catch {}
};
const bar = document.createElement("div");
const count = document.createElement("span");
count.setAttribute("role", "status");
bar.className = "filters";
bar.append(...selects.map(({ label }) => label), count);
matrix.closest(".table").before(bar);
for (const { select } of selects) {
  select.value = new URLSearchParams(location.search).get(select.name) || "";
  if (select.selectedIndex < 0) select.value = "";
  select.addEventListener("change", filter);
}
filter();
})();
