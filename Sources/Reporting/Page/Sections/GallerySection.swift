import Evaluation

/// The section that shows each decoder's failures in images.
struct GallerySection {
  let page: PageContext

  private var gallery: Gallery? { page.evidence?.gallery }

  var html: HTML {
    guard let gallery, !gallery.exhibits.isEmpty || !gallery.remarks.isEmpty else { return .empty }
    let view = PictureView(page: page, pictures: gallery.pictures)
    let rooms = page.wording.tried.compactMap { decoder -> HTML? in
      let exhibits = gallery.exhibits.filter { $0.decoder == decoder.label }
      guard !exhibits.isEmpty else { return nil }
      return .element("h3", [:], page.name(decoder.label))
        + exhibits.map { exhibit($0, view) }.joined()
    }
    let remarks =
      gallery.remarks.isEmpty
      ? HTML.empty : .list(gallery.remarks.map { .text("\($0).") }, class: "remarks")
    return .section(
      "gallery", "Failure gallery",
      .p(.text(explanation), class: "note") + remarks + rooms.joined())
  }

  private var explanation: String {
    "The images themselves, pixel by pixel where they are small. Outlines are where a decoder, "
      + "asked again, says that it found a symbol; they are drawn in its colour, and many decoders "
      + "do not say. Each command draws the sample again and gives it to the decoder."
  }

  private func exhibit(_ exhibit: Exhibit, _ view: PictureView) -> HTML {
    let shown = exhibit.pictures.count
    let count = exhibit.total.map { total in
      total > shown
        ? "\(Numerals.counted(total, "sample", "samples")), \(Numerals.count(shown)) shown"
        : Numerals.counted(total, "sample", "samples")
    }
    return .element(
      "h4", [:],
      .text(title(exhibit)) + (count.map { .span(.text($0), class: "count") } ?? .empty))
      + .div(
        "pictures",
        exhibit.pictures.map { picture($0, of: exhibit.decoder, view) }.joined())
  }

  /// The expected content of a picture; of several symbols, the first two.
  private func expected(_ picture: Gallery.Picture) -> HTML {
    guard !picture.expected.isEmpty else { return .empty }
    let shown = picture.expected.prefix(2).map {
      DisplayText.shortened(DisplayText.printable($0), to: 90, ellipsis: "…")
    }
    let rest = picture.expected.count - shown.count
    let more = rest > 0 ? ["\(Numerals.count(rest)) more"] : []
    return .span(.text(Findings.list(shown + more)), class: "expected")
  }

  /// The decode rate of samples like this one, in words; empty with fewer than two.
  private func rate(of decoder: String, at place: SampleSchedule.Place) -> String {
    let id = page.wording.table.corpus.groups[place.group].id
    let score = page.wording.table.decoder(decoder)?.groups.first { $0.group == id }
    guard let level = score?.levels[place.level], level.counts.tried > 1 else { return "" }
    return "\(decoder) reads \(Numerals.percent(level.readRate))\(Numerals.narrowSpace)% of "
      + "\(Numerals.count(level.counts.tried)) like it"
  }

  private func title(_ exhibit: Exhibit) -> String {
    switch exhibit.subject {
    case .belowThreshold:
      "Missed just \(page.wording.isLargerHarder ? "beyond" : "below") the threshold"
    case .missed: "Missed, what others read first"
    case .island: "Missed on islands"
    case .broken(.crash): "Crashes"
    case .broken(.timeout): "Timeouts"
    case .broken: "Failures of the adapter"
    case .misread: "Misreads"
    case .readOnlyBy(let other): "\(other) reads, \(exhibit.decoder) does not"
    }
  }

  private func picture(_ index: Int, of decoder: String, _ view: PictureView) -> HTML {
    let picture = view.pictures[index]
    let answer = picture.answers.first { $0.decoder == decoder }
    let unit = page.wording.unit.isEmpty ? "" : " \(page.wording.unit)"
    let corpus = page.wording.table.corpus
    let place =
      corpus.levels.count > 1
      ? "\(corpus.groups[picture.place.group].id), \(corpus.levels[picture.place.level].text)\(unit)"
      : corpus.groups[picture.place.group].id
    return .element(
      "figure", ["class": "sample"],
      view.image(index)
        + .element(
          "figcaption", [:],
          .element("strong", [:], .text(place))
            + .span(
              .text("trial \(picture.place.trial) · \(view.scale(index))"), class: "scale")
            + .span(.text(rate(of: decoder, at: picture.place)), class: "scale")
            + expected(picture)
            + view.answers(index)
            + (answer.map { view.reproduction($0.command) } ?? .empty)))
  }
}
