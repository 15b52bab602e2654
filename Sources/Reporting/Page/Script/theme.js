// The theme, tables that sort, values under the pointer, copying, and printing in full.

const root = document.documentElement;
root.classList.add("live");

const themes = ["system", "light", "dark"];
const themeButton = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));
let theme = "system";
try { theme = localStorage.getItem("theme") || theme; } catch {}
const showTheme = () => {
  if (theme === "system") delete root.dataset.theme; else root.dataset.theme = theme;
  themeButton.textContent = "Theme: " + theme;
};
themeButton.hidden = false;
themeButton.addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  try { localStorage.setItem("theme", theme); } catch {}
  showTheme();
});
if (!themes.includes(theme)) theme = "system";
showTheme();

/** @param {Event} event @param {string} selector @returns {any} the element that an event is for */
const targetOf = (event, selector) =>
  event.target instanceof Element ? event.target.closest(selector) : null;

/** @param {HTMLTableRowElement} row @param {number} column */
const sortKey = (row, column) => {
  const value = row.cells[column].dataset.value;
  return value === undefined ? null : Number(value);
};
/** @param {number} column @param {number} sign */
const byColumn = (column, sign) =>
  /** @param {HTMLTableRowElement} a @param {HTMLTableRowElement} b */ (a, b) => {
    const [x, y] = [sortKey(a, column), sortKey(b, column)];
    if (x !== null && y !== null) return sign * (x - y);
    if (x !== null || y !== null) return x === null ? 1 : -1;
    const [s, t] = [a, b].map((row) => row.cells[column].textContent || "");
    return sign * s.localeCompare(t, "en", { numeric: true });
  };
document.addEventListener("click", (event) => {
  const head = targetOf(event, "th[aria-sort]");
  if (!head || !targetOf(event, "button")) return;
  const up = head.getAttribute("aria-sort") !== "ascending";
  for (const other of head.parentElement.querySelectorAll("[aria-sort]")) {
    other.setAttribute("aria-sort", "none");
  }
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const body = head.closest("table").tBodies[0];
  body.append(...[...body.rows].sort(byColumn(head.cellIndex, up ? 1 : -1)));
});

const hint = /** @type {HTMLElement} */ (document.getElementById("hint"));
for (const title of document.querySelectorAll(".target-area > title")) {
  const area = /** @type {SVGElement} */ (/** @type {Element} */ (title.parentElement));
  area.dataset.hint = title.textContent || "";
  title.remove();
}
/** @param {string} text @param {number} left @param {number} top */
const showHint = (text, left, top) => {
  hint.style.visibility = "visible";
  hint.textContent = text;
  const x = Math.min(left + 14, innerWidth - hint.offsetWidth - 6);
  const below = top + 18;
  const y = below + hint.offsetHeight > innerHeight ? top - hint.offsetHeight - 12 : below;
  hint.style.transform = `translate(${Math.max(6, x)}px, ${Math.max(6, y)}px)`;
};
const hideHint = () => { hint.style.visibility = "hidden"; };
/** @param {PointerEvent} event */
const follow = (event) => {
  const area = targetOf(event, "[data-hint]");
  if (area) showHint(area.dataset.hint, event.clientX, event.clientY); else hideHint();
};
document.addEventListener("pointermove", follow);
document.addEventListener("pointerdown", follow);
document.addEventListener("scroll", hideHint, true);

/** @param {string} text */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from files may not use the clipboard directly.
    const field = document.createElement("textarea");
    field.value = text;
    (document.querySelector("dialog[open]") || document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
};
/** What buttons say while they say that they have copied. @type {Map<Element, { name: string, timer: number }>} */
const copied = new Map();
document.addEventListener("click", async (event) => {
  const button = targetOf(event, ".copy");
  if (!button) return;
  const isCopied = await copy(
    button.dataset.copy || button.parentElement.querySelector(".command").textContent);
  const before = copied.get(button);
  if (before) clearTimeout(before.timer);
  const name = before ? before.name : button.textContent;
  button.textContent = isCopied ? "Copied" : "Not copied";
  const timer = setTimeout(() => { button.textContent = name; copied.delete(button); }, 1500);
  copied.set(button, { name, timer });
});

/** @type {HTMLDetailsElement[]} */
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("details")].filter((part) => !part.open);
  for (const part of unfolded) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of unfolded) part.open = false;
});
