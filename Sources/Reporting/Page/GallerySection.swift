import Results

/// The section that shows each decoder's failures in images.
struct GallerySection {
  let page: PageContext

  private var gallery: Gallery? { page.evidence?.gallery }

  var html: HTML {
    guard let gallery,
      !(gallery.examples.isEmpty && gallery.gaps.isEmpty && gallery.survey.isEmpty)
    else { return .empty }
    let view = PictureView(page: page, pictures: gallery.pictures)
    let shown = page.wording.tried.map(\.label).filter { label in
      gallery.examples.contains { $0.decoder == label }
    }
    let rooms = shown.enumerated().map { place, label -> HTML in
      let examples = gallery.examples.filter { $0.decoder == label }
      let count = examples.reduce(0) { $0 + $1.pictures.count }
      return .element(
        "div", ["class": "room", "data-decoder": label],
        .element("h3", [:], page.name(label))
          // One room is open, so that a page of many decoders is not mostly gallery.
          + .details(
            .text(Numerals.counted(count, "sample", "samples")), open: place == 0,
            examples.map { example($0, view) }.joined()))
    }
    let remarks =
      gallery.gaps.isEmpty
      ? HTML.empty
      : .list(GalleryWording.sentences(gallery.gaps).map { .text("\($0).") }, class: "remarks")
    return .section(
      "gallery", "Failure gallery",
      .p(.text(explanation), class: "note") + remarks + rooms.joined() + survey(gallery, view))
  }

  private var explanation: String {
    "Click an image to see its pixels. Outlines show, in a decoder's colour, where that decoder found "
      + "a symbol when it was run again; many decoders do not report this. Each command draws the "
      + "sample again and gives it to the decoder."
  }

  /// A sample of each level, so that each point of a curve has an image; photos have a matrix instead.
  private func survey(_ gallery: Gallery, _ view: PictureView) -> HTML {
    guard !gallery.survey.isEmpty, !PhotoSection(page: page).isShown else { return .empty }
    let figures = gallery.survey.map { index in
      view.figure(
        index,
        .element("strong", [:], .text(view.place(index)))
          + .span(.text(view.scale(index)), class: "scale") + view.particulars(index, of: nil))
    }
    return .details(
      .text("A sample of each level: \(Numerals.counted(figures.count, "image", "images"))"),
      .div("room pictures", figures.joined()))
  }

  private func example(_ example: ExampleSet, _ view: PictureView) -> HTML {
    let shown = example.pictures.count
    let count = example.total.map { total in
      total > shown
        ? "\(Numerals.counted(total, "sample", "samples")), \(Numerals.count(shown)) shown"
        : Numerals.counted(total, "sample", "samples")
    }
    return .element(
      "h4", [:],
      .text(title(example)) + (count.map { .span(.text($0), class: "count") } ?? .empty))
      + .div(
        "pictures",
        example.pictures.map { picture($0, of: example.decoder, view) }.joined())
  }

  /// The expected content of a picture; of several symbols, the first two.
  private func expected(_ picture: Gallery.Picture) -> HTML {
    let contents = GalleryWording.contents(picture)
    guard !contents.isEmpty else { return .empty }
    let shown = contents.prefix(2).map {
      DisplayText.shortened(DisplayText.printable($0), to: 90, ellipsis: "…")
    }
    let rest = contents.count - shown.count
    let more = rest > 0 ? ["\(Numerals.count(rest)) more"] : []
    return .span(.text(Words.list(shown + more)), class: "expected")
  }

  /// The decode rate of samples like this one, in words; empty with fewer than two.
  private func rate(of decoder: String, at place: SamplePlace) -> String {
    let id = page.wording.table.corpus.groups[place.group].id
    let score = page.wording.table.decoder(decoder)?.groups.first { $0.group == id }
    guard let level = score?.levels[place.level], level.counts.tried > 1 else { return "" }
    return "\(decoder) reads \(Numerals.percentage(level.readRate)) of "
      + "\(Numerals.count(level.counts.tried)) samples like this one"
  }

  private func title(_ example: ExampleSet) -> String {
    switch example.subject {
    case .belowThreshold:
      "Missed just \(page.wording.isLargerHarder ? "beyond" : "below") the threshold"
    case .missed: "Missed; first the samples that others read"
    case .island: "Missed on islands"
    case .broken(.crash): "Crashes"
    case .broken(.timeout): "Timeouts"
    case .broken: "Failures of the adapter"
    case .misread: "Misreads"
    case .readOnlyBy(let other): "\(other) reads, \(example.decoder) does not"
    }
  }

  private func picture(_ index: Int, of decoder: String, _ view: PictureView) -> HTML {
    let picture = view.pictures[index]
    return view.figure(
      index,
      .element("strong", [:], .text(view.place(index)))
        + .span(.text("trial \(picture.place.trial) · \(view.scale(index))"), class: "scale")
        + .span(.text(rate(of: decoder, at: picture.place)), class: "scale")
        + expected(picture) + view.particulars(index, of: decoder))
  }
}

/// The section of misreads and false positives one by one, with the expected and the read content.
struct MisreadSection {
  let page: PageContext

  var html: HTML {
    let total = page.wording.table.decoders.reduce(0) { $0 + $1.total.falseAnswers }
    guard page.wording.tried.contains(where: { $0.total.tried > 0 }) else { return .empty }
    guard total > 0 else {
      return .section(
        "misreads", "Misreads", .p(.text("None: no decoder returned a wrong reading.")))
    }
    return .section("misreads", "Misreads", summary(total) + table)
  }

  private var examples: [ExampleSet] { page.evidence?.misreads ?? [] }

  private func summary(_ total: Int) -> HTML {
    let shown = examples.reduce(0) { $0 + $1.pictures.count }
    let count =
      shown < total
      ? "\(Numerals.count(shown)) of \(Numerals.count(total)) are listed, spread evenly over the run."
      : "All \(Numerals.count(total)) are listed."
    return .p(.text(total == 1 ? "One, listed here." : count))
  }

  private var table: HTML {
    guard !examples.isEmpty, let gallery = page.evidence?.gallery else { return .empty }
    let view = PictureView(page: page, pictures: gallery.pictures)
    var grid = PageTable(
      caption: "Misreads and false positives, one by one",
      columns: [
        .init("decoder"), .init("sample"), .init("image", isSortable: false), .init("contains"),
        .init("read instead"), .init("reproduce", isSortable: false),
      ], headColumn: 1)
    for example in examples {
      for index in example.pictures {
        grid.add(
          row(index, example.decoder, view), subject: .init(decoder: example.decoder))
      }
    }
    return grid.html
  }

  private func row(_ index: Int, _ decoder: String, _ view: PictureView) -> [PageTable.Cell] {
    let picture = view.pictures[index]
    let answer = picture.answers.first { $0.decoder == decoder }
    return [
      .init(page.name(decoder)), .init(.code(picture.key)),
      .init(
        view.figure(
          index, class: "sample small",
          view.answers(index) + (answer.map { view.reproduction($0.command) } ?? .empty))),
      .init(.text(GalleryWording.contents(picture).joined(separator: ", ")), class: "payload"),
      .init(.text(answer?.detail ?? Numerals.absent), class: "payload"),
      .init(answer.map { view.reproduction($0.command) } ?? .empty),
    ]
  }
}
