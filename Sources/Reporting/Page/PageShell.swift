/// The parts common to all pages: policy, style, script, heading and landmarks.
package struct PageShell {
  /// The title of the page in a browser.
  var title: String
  /// A line above the heading.
  var kicker: String
  var heading: String
  var subtitle: String
  /// A warning to be read before anything else; `nil` for none.
  var warning: String?
  var footer: String
  /// The choice of what is shown; empty for none.
  var filter: HTML
  /// True if the page shows pictures that lie beside it.
  var showsFiles: Bool

  package init(
    title: String, kicker: String, heading: String, subtitle: String, warning: String? = nil,
    footer: String = "Written by barcode-harness.", filter: HTML = .empty, showsFiles: Bool = false
  ) {
    (self.title, self.kicker, self.heading, self.subtitle) = (title, kicker, heading, subtitle)
    (self.warning, self.footer) = (warning, footer)
    (self.filter, self.showsFiles) = (filter, showsFiles)
  }

  /// The content security policy: the page loads and sends nothing, and runs only its own script.
  private var policy: String {
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:\(showsFiles ? " 'self' file:" : ""); "
      + "script-src 'sha256-\(PageScript.sha256)'; base-uri 'none'; form-action 'none'"
  }

  /// Renders the whole file.
  ///
  /// - Parameters:
  ///   - content: The content of the page's main part.
  ///   - links: The targets of its navigation; if empty, there is no navigation.
  package func document(_ content: HTML, links: [(target: String, name: String)] = []) -> String {
    HTML.document(.element("html", ["lang": "en"], head + body(content, links)))
  }

  private var head: HTML {
    .element(
      "head", [:],
      .void("meta", ["charset": "utf-8"])
        + .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        + .void("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
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
        + header
        + (navigation.isEmpty && filter.isEmpty ? .empty : .div("bar", navigation + filter))
        + .element("main", ["id": "main", "tabindex": "-1"], content)
        + .element("footer", [:], .p(.text(footer)))
        + .element("div", ["id": "hint", "aria-hidden": "true"])
        + .script(PageScript.source))
  }

  private var header: HTML {
    let note = warning.map {
      HTML.element("p", ["class": "warning", "role": "note"], .sentence($0))
    }
    return .element(
      "header", [:],
      .element("button", ["id": "theme", "type": "button", "hidden": ""], "Theme: system")
        + .p(.text(kicker), class: "kicker") + .element("h1", [:], .sentence(heading))
        + .p(.sentence(subtitle), class: "subtitle") + (note ?? .empty))
  }
}
