import Results

/// The section of findings, in the same sentences as all reports.
struct StatementsSection {
  private static let mostUnfolded = 6

  let page: PageContext

  var html: HTML {
    let sections = Statements(page.wording).sections
    guard !sections.isEmpty else { return .empty }
    return .section(
      "findings", "Findings",
      .div(
        "findings",
        sections.map { section in
          HTML.div(
            "finding", .element("h3", [:], .text(section.title)) + list(section))
        }.joined()))
  }

  /// The longest sentence that is shown whole, in characters; of longer ones the rest is collapsed.
  private static let longestSentence = 600

  private func item(_ sentence: String) -> HTML {
    guard sentence.count > Self.longestSentence,
      let end = sentence.prefix(Self.longestSentence / 2).lastIndex(of: " ")
    else { return .text(sentence) }
    return .text(String(sentence[..<end]) + " …")
      + .details("The rest", .text("… " + sentence[sentence.index(after: end)...]))
  }

  /// A list of sentences; if there are many, all but the first ones are collapsed.
  private func list(_ section: Statements.Section) -> HTML {
    let items = section.sentences.enumerated().map { index, sentence in
      item(page.shortened(sentence) + ".")
        + (section.lines[index] ?? []).map {
          .element("code", ["class": "command"], .text($0))
        }.joined()
    }
    guard items.count > Self.mostUnfolded else { return .list(items) }
    let rest = items.dropFirst(Self.mostUnfolded - 2)
    return .list(Array(items.prefix(Self.mostUnfolded - 2)))
      + .details(.text("\(Numerals.count(rest.count)) more"), .list(Array(rest)))
  }
}

/// The section that explains the page and the origin of its numbers.
struct BackgroundSection {
  let page: PageContext
  private var table: ScoreTable { page.wording.table }

  var html: HTML {
    let background = Background(page.wording)
    return .section(
      "reading", "How to read it", entries(background.legend))
      + .section(
        "provenance", "How it was made", entries(background.provenance + limits) + decoders)
  }

  private func entries(_ entries: [Background.Entry]) -> HTML {
    .definitions(entries.map { (.text($0.name), .text($0.text)) })
  }

  private var limits: [Background.Entry] {
    let settings = table.settings
    let memory =
      settings.memoryLimitBytes.map {
        "\(Numerals.count($0 >> 20)) MiB of memory for a worker with all that it starts"
      } ?? "no memory limit"
    return [
      .init(
        name: "limits",
        text:
          "\(Numerals.seconds(settings.timeoutSeconds)) for a decode, \(memory); given up after "
          + Numerals.counted(settings.deathsBeforeGivingUp, "fatal image", "fatal images")
          + " in a row"),
      .init(name: "sandbox", text: settings.sandbox ?? "auto"),
      .init(name: "corpus file", text: "sha256 \(table.corpus.sha256)"),
    ]
  }

  private var decoders: HTML {
    guard !table.decoders.isEmpty else { return .empty }
    var grid = PageTable(
      caption: "Decoders with all their options",
      columns: [
        .init("decoder"), .init("library"), .init("version"), .init("options", isSortable: false),
      ])
    for decoder in table.decoders {
      let options = decoder.options.sorted { $0.key < $1.key }
        .map { HTML.code("\($0.key)=\($0.value)") }
      grid.add([
        .init(
          page.wording.tried.contains(decoder)
            ? page.series(decoder.label).fullTitle : .text(decoder.label)),
        .init(text: decoder.library), .init(text: decoder.version),
        .init(options.isEmpty ? .text("none") : options.joined(by: " "), class: "payload"),
      ])
    }
    return grid.html(unfoldedUpTo: PageContext.mostUnfolded)
  }
}
