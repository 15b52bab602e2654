import Results

/// The choice of what a page shows, which its script carries out and keeps in the page's address.
struct FilterBar {
  let page: PageContext
  private var corpus: CorpusRecord { page.wording.table.corpus }

  var html: HTML {
    guard page.tried.count > 1 || corpus.groups.count > 1 else { return .empty }
    let names = page.tried.map { Self.toggle($0, $0.title) }
    return .element(
      "details", ["id": "filter"],
      .element("summary", [:], .text("Filter ") + .span(.empty, class: "count"))
        + (names.isEmpty ? .empty : .list(names, class: "chips"))
        + .div("fields", groups + symbologies + differences + reset))
  }

  /// A button that switches a decoder on and off.
  static func toggle(_ series: Series, _ title: HTML) -> HTML {
    .element(
      "button",
      [
        "type": "button", "aria-pressed": "true", "data-switch": "\(series.index)",
        "data-decoder": series.label,
      ], title)
  }

  private var groups: HTML {
    guard corpus.groups.count > 1 else { return .empty }
    return select(
      "group",
      corpus.groups.map { group in
        (group.id, group.symbologies.map(\.description).joined(separator: "|"))
      })
  }

  private var symbologies: HTML {
    var names: [String] = []
    for name in corpus.groups.flatMap(\.symbologies).map(\.description)
    where !names.contains(name) {
      names.append(name)
    }
    return names.count > 1 ? select("symbology", names.map { ($0, nil) }) : .empty
  }

  private func select(_ name: String, _ values: [(String, symbologies: String?)]) -> HTML {
    let options = values.map { value, symbologies in
      HTML.element("option", ["value": value, "data-symbologies": symbologies], .text(value))
    }
    return .element(
      "label", [:],
      .text(name + " ")
        + .element(
          "select", ["name": name],
          .element("option", ["value": ""], .text("all")) + options.joined()))
  }

  private var differences: HTML {
    .element(
      "label", [:],
      .void("input", ["type": "checkbox"]) + .text(" only samples on which decoders differ"))
  }

  private var reset: HTML {
    .element("button", ["type": "button", "class": "whole reset"], "Show everything")
  }
}

/// The dialog that shows a sample large; the script fills it.
enum SampleViewer {
  static let html = HTML.element(
    "dialog", ["id": "viewer", "aria-labelledby": "viewer-title"],
    .div(
      "tools",
      .element("strong", ["id": "viewer-title", "data-part": "title"])
        + .element("span", ["data-part": "count"])
        + button("before", "‹ Before", "The sample before (left arrow)")
        + button("after", "Next ›", "The next sample (right arrow)")
        + button("smaller", "−", "Smaller (minus)") + .element("span", ["data-part": "zoom"])
        + button("larger", "+", "Larger (plus)") + button("fit", "Fit", "Fit the window (0)")
        + copy("copy", "Copy command") + copy("link", "Copy link")
        + button("close", "Close", "Close (Escape)"))
      + .element(
        "div", ["class": "parts"],
        .element(
          "div",
          [
            "data-part": "picture", "tabindex": "0", "role": "group",
            "aria-label": "The image at large",
          ]) + .element("div", ["data-part": "text"])))

  private static func button(_ part: String, _ name: String, _ hint: String) -> HTML {
    .element(
      "button", ["type": "button", "data-part": part, "title": hint, "aria-label": hint],
      .text(name))
  }

  private static func copy(_ part: String, _ name: String) -> HTML {
    .element("button", ["type": "button", "class": "copy", "data-part": part], .text(name))
  }
}
