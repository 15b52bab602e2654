/// The parts common to all pages: policy, style, script, heading and landmarks.
struct PageShell {
  /// The title of the page in a browser.
  var title: String
  /// A line above the heading.
  var kicker: String
  var heading: String
  var subtitle: String
  /// A warning to be read before anything else; `nil` for none.
  var warning: String?
  var footer = "Written by barcode-harness."

  /// The content security policy: the page loads and sends nothing, and runs only its own script.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    + "script-src 'sha256-\(PageScript.sha256)'; base-uri 'none'; form-action 'none'"

  /// Renders the whole file.
  ///
  /// - Parameters:
  ///   - content: The content of the page's main part.
  ///   - links: The targets of its navigation; if empty, there is no navigation.
  func document(_ content: HTML, links: [(target: String, name: String)] = []) -> String {
    HTML.document(.element("html", ["lang": "en"], head + body(content, links)))
  }

  private var head: HTML {
    .element(
      "head", [:],
      .void("meta", ["charset": "utf-8"])
        + .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        + .void("meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy])
        + .void("meta", ["name": "referrer", "content": "no-referrer"])
        + .element("title", [:], .text(title)) + .style(Palette.css + PageStyle.css))
  }

  private func body(_ content: HTML, _ links: [(target: String, name: String)]) -> HTML {
    let navigation: HTML =
      links.isEmpty
      ? .empty
      : .element(
        "nav", ["aria-label": "Sections"],
        .list(links.map { .element("a", ["href": $0.target], .text($0.name)) }))
    return .element(
      "body", [:],
      .element("a", ["class": "skip", "href": "#main"], "Skip to the content")
        + header + navigation
        + .element("main", ["id": "main", "tabindex": "-1"], content)
        + .element("footer", [:], .p(.text(footer)))
        + .element("div", ["id": "hint", "aria-hidden": "true"])
        + .element("script", [:], .trusted(PageScript.source)))
  }

  private var header: HTML {
    let note = warning.map {
      HTML.element("p", ["class": "warning", "role": "note"], .text($0))
    }
    return .element(
      "header", [:],
      .element("button", ["id": "theme", "type": "button", "hidden": ""], "Theme: system")
        + .p(.text(kicker), class: "kicker") + .element("h1", [:], .text(heading))
        + .p(.text(subtitle), class: "subtitle") + (note ?? .empty))
  }
}

/// The page's script: sorting, switching decoders' curves, values under the pointer, the theme, and
/// printing in full.
///
/// It never creates markup from text. Without it the page only loses convenience, no content.
package enum PageScript {
  /// The base64 of the script's SHA-256, which the page's policy allows; a test prints the right
  /// value.
  package static let sha256 = "UxtHc6NAdmcIqtgLAoVloEwqXdP2vt8N/26pS5nAd1M="

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

    const curves = document.getElementById("curves");
    const parts = (id) => curves.querySelectorAll(`[data-series="${id}"]`);
    const switches = curves ? [...curves.querySelectorAll("[aria-pressed]")] : [];
    const turn = (button, on) => {
      button.setAttribute("aria-pressed", on);
      for (const part of parts(button.dataset.switch)) part.style.display = on ? "" : "none";
    };
    const light = (button) => {
      for (const part of curves.querySelectorAll(".lit")) part.classList.remove("lit");
      delete curves.dataset.focus;
      if (!button || button.getAttribute("aria-pressed") !== "true") return;
      curves.dataset.focus = "";
      for (const part of parts(button.dataset.switch)) part.classList.add("lit");
    };
    if (curves) {
      curves.addEventListener("click", (event) => {
        const button = event.target.closest("[data-switch]");
        if (!button) return;
        const all = { all: true, none: false }[button.dataset.switch];
        if (all !== undefined) for (const one of switches) turn(one, all);
        else turn(button, button.getAttribute("aria-pressed") !== "true");
        const on = switches.filter((one) => one.getAttribute("aria-pressed") === "true").length;
        curves.toggleAttribute("data-crowded", on > Number(curves.dataset.most));
        light(all === undefined ? button : null);
      });
      for (const button of switches) {
        for (const [start, end] of [["pointerenter", "pointerleave"], ["focus", "blur"]]) {
          button.addEventListener(start, () => light(button));
          button.addEventListener(end, () => light(null));
        }
      }
    }

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
