import Results

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
