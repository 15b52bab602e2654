import Results

/// One symbol at the levels at which decoders part: its pixels, and who reads it.
struct SizeStrip {
  let page: PageContext

  /// The most images of the strip.
  private static let most = 8

  private var gallery: Gallery? { page.evidence?.gallery }
  private var wording: ScoreWording { page.wording }

  var html: HTML {
    guard let gallery, wording.isOrdered || isAimed else { return .empty }
    let rungs = rungs(gallery)
    guard rungs.count > 1 else { return .empty }
    let view = PictureView(page: page, pictures: gallery.pictures)
    let group = wording.table.corpus.groups[gallery.pictures[rungs[0]].place.group].id
    return .section(
      "sizes", "One sample at each step",
      .p(.text(explanation(group)), class: "note")
        + .list(rungs.map { rung($0, gallery.pictures[$0], view) }, class: "rungs"))
  }

  /// True if one symbol is to be selected: the images show what the selection covers.
  private var isAimed: Bool { wording.table.corpus.selection != nil }

  private func explanation(_ group: String) -> String {
    (isAimed
      ? "The selection is drawn in green, from the smallest level to the largest: \(group). The signs are "
        + "those of decoders that select the right code alone in this one image."
      : "From easy to hard, all shown equally large: \(group). The signs are those of the decoders that "
        + "read this one image.") + " Click it to see all answers."
  }

  /// A group's samples, the easiest first: all if they are few, else those at which the readers change, of the
  /// group in which they change most often.
  private func rungs(_ gallery: Gallery) -> [Int] {
    let groups = Dictionary(grouping: gallery.survey) { gallery.pictures[$0].place.group }
    return groups.sorted { $0.key < $1.key }.map { steps($0.value, gallery) }
      .reduce([]) { $1.count > $0.count ? $1 : $0 }
  }

  private func steps(_ samples: [Int], _ gallery: Gallery) -> [Int] {
    let samples = samples.sorted { a, b in
      let (x, y) = (gallery.pictures[a].place.level, gallery.pictures[b].place.level)
      return wording.isLargerHarder || isAimed ? x < y : x > y
    }
    guard samples.count > Self.most else { return samples }
    func readers(_ index: Int) -> [String] {
      gallery.pictures[index].answers.filter(\.verdict.isSuccess).map(\.decoder)
    }
    // Of a stretch that the same decoders read, its hardest sample.
    let steps = samples.indices.filter { place in
      place == samples.count - 1 || readers(samples[place]) != readers(samples[place + 1])
    }.map { samples[$0] }
    guard steps.count > Self.most else { return steps }
    return (0..<Self.most).map { steps[$0 * (steps.count - 1) / (Self.most - 1)] }
  }

  private func rung(_ index: Int, _ picture: Gallery.Picture, _ view: PictureView) -> HTML {
    let level = wording.table.corpus.levels[picture.place.level].text
    let unit = wording.unit.isEmpty ? "" : " \(wording.unit)"
    let readers = picture.answers.filter(\.verdict.isSuccess).map { page.series($0.decoder) }
    let signs = readers.map { series in
      HTML.element(
        "span", ["data-decoder": series.label, "title": series.label],
        series.key
          + .span(.text(series.short), class: "unseen"))
    }
    return .element(
      "a", ["class": "open", "href": "#sample=\(PictureView.encoded(picture.key))"],
      view.image(index))
      + .element("strong", [:], .text(level + unit))
      + .span(.text(view.readers(index)), class: "scale")
      + .element("span", ["class": "signs"], signs.joined(by: " "))
  }
}
