/// The page's script: sorting, values under the pointer, the theme, and printing in full.
///
/// It never creates markup from text. Without it the page only loses convenience, no content.
package enum PageScript {
  /// The base64 of the script's SHA-256, which the page's policy allows; a test prints the right
  /// value.
  package static let sha256 = "Hy8e26UGFARLL4G7A5ekxVypsKxtLrohYLGLNyKtoKg="

  /// The script.
  package static let source: StaticString = """
    (() => {
    "use strict";
    const root = document.documentElement;
    root.classList.add("live");

    const themes = ["system", "light", "dark"];
    const button = document.getElementById("theme");
    let theme = "system";
    try { theme = localStorage.getItem("theme") || theme; } catch {}
    const showTheme = () => {
      if (theme === "system") delete root.dataset.theme; else root.dataset.theme = theme;
      button.textContent = "Theme: " + theme;
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length];
      try { localStorage.setItem("theme", theme); } catch {}
      showTheme();
    });
    if (!themes.includes(theme)) theme = "system";
    showTheme();

    const key = (row, column) => {
      const cell = row.cells[column];
      return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
    };
    const compare = (column, sign) => (a, b) => {
      const [x, y] = [key(a, column), key(b, column)];
      if (x !== null && y !== null) return sign * (x - y);
      if (x !== null || y !== null) return x === null ? 1 : -1;
      const [s, t] = [a, b].map((row) => row.cells[column].textContent);
      return sign * s.localeCompare(t, "en", { numeric: true });
    };
    document.addEventListener("click", (event) => {
      const head = event.target.closest("th[aria-sort]");
      if (!head || !event.target.closest("button")) return;
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of head.parentElement.querySelectorAll("[aria-sort]")) {
        other.setAttribute("aria-sort", "none");
      }
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const body = head.closest("table").tBodies[0];
      body.append(...[...body.rows].sort(compare(head.cellIndex, up ? 1 : -1)));
    });

    const hint = document.getElementById("hint");
    for (const title of document.querySelectorAll(".target-area > title")) {
      title.parentElement.dataset.hint = title.textContent;
      title.remove();
    }
    const follow = (event) => {
      const area = event.target.closest ? event.target.closest("[data-hint]") : null;
      hint.style.visibility = area ? "visible" : "hidden";
      if (!area) return;
      hint.textContent = area.dataset.hint;
      const x = Math.min(event.clientX + 14, innerWidth - hint.offsetWidth - 6);
      const below = event.clientY + 18;
      const y = below + hint.offsetHeight > innerHeight
        ? event.clientY - hint.offsetHeight - 12 : below;
      hint.style.transform = `translate(${Math.max(6, x)}px, ${Math.max(6, y)}px)`;
    };
    document.addEventListener("pointermove", follow);
    document.addEventListener("pointerdown", follow);
    document.addEventListener("scroll", () => { hint.style.visibility = "hidden"; }, true);

    let opened = [];
    addEventListener("beforeprint", () => {
      opened = [...document.querySelectorAll("details:not([open])")];
      for (const part of opened) part.open = true;
    });
    addEventListener("afterprint", () => {
      for (const part of opened) part.open = false;
    });
    })();
    """
}
