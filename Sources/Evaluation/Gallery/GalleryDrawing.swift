import Corpora
import DecoderKit
import Images
import PluginHost

/// Draws the chosen samples, decodes them again to get the outlines of symbols, and completes the
/// gallery.
///
/// Without the corpus there are no images, and without a decoder there are no outlines of its
/// symbols. Either case is mentioned in the remarks and changes nothing else.
package struct GalleryDrawing {
  /// The most bytes that all images of a gallery may have together, before encoding as text.
  private static let mostBytes = 950_000
  /// The number of misreads per decoder that are shown with their images.
  private static let picturedMisreads = 8

  private let inspection: RunInspection
  private let table: ScoreTable
  private let selection: GallerySelection
  private let reproduceOptions: String
  private var drawer: SampleDrawer
  private var witnesses: [Witness]
  private var pictures: [Gallery.Picture] = []
  private var numbers: [SampleSchedule.Place: Int] = [:]
  private var bytes = 0
  private var undrawn = 0

  /// Makes a drawing.
  ///
  /// - Parameters:
  ///   - inspection: The run.
  ///   - table: Its scores.
  ///   - corpus: The corpus that was run; `nil` when it is not available.
  ///   - contestants: Decoders that can be run again, matched by their names in tables.
  ///   - reproduceOptions: See ``ComparisonPlan/reproduceOptions``.
  package init(
    _ inspection: RunInspection, table: ScoreTable, corpus: Corpus?, contestants: [Contestant],
    reproduceOptions: String = ""
  ) {
    self.inspection = inspection
    self.table = table
    self.reproduceOptions = reproduceOptions
    selection = GallerySelection(inspection, table: table)
    drawer = SampleDrawer(corpus: corpus, record: inspection.run.corpus)
    witnesses = table.decoders.compactMap { score in
      guard let index = inspection.run.contestants.firstIndex(where: { $0.label == score.label })
      else { return nil }
      return Witness(
        index: index, label: score.label,
        contestant: contestants.first { $0.label == score.label })
    }
  }

  /// Draws all chosen samples and returns the evidence for a page.
  ///
  /// - Parameter remarks: Sentences about what the caller knows to be missing.
  /// - Throws: `ImageError` for an image that cannot be packed; what cannot be drawn is left out.
  package mutating func evidence(remarks: [String]) throws -> RunEvidence {
    defer { for witness in witnesses { witness.close() } }
    let shows = exhibits(of: selection.choices)
    let misreads = exhibits(of: selection.falseAnswers)
    let pictured = misreads.map { $0.pictures.prefix(Self.picturedMisreads) }
    try draw(inTurns: shows.map { $0.pictures[...] } + pictured)
    for misread in misreads {
      for picture in misread.pictures { describe(picture) }
    }
    let latencies = inspection.latencies
    return RunEvidence(
      latencyScale: latencies.scale, latencies: latencies.decoders, misreads: misreads,
      gallery: Gallery(
        pictures: pictures, exhibits: drawer.hasCorpus ? shows.compactMap(shown) : shows,
        remarks: remarks + drawer.remarks + ownRemarks))
  }

  /// Draws the first sample of every list before the second of any, so that only the tail of each
  /// list is left out when there is no more room.
  private mutating func draw(inTurns lists: [ArraySlice<Int>]) throws {
    for turn in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where turn < list.count { try draw(list[list.startIndex + turn]) }
    }
  }

  private var ownRemarks: [String] {
    guard undrawn > 0 else { return [] }
    return ["\(undrawn) more samples were chosen than a page has room for, and are left out"]
  }

  /// Returns an exhibit without the samples for which there was no room; `nil` if none is left.
  private func shown(_ exhibit: Exhibit) -> Exhibit? {
    var exhibit = exhibit
    exhibit.pictures.removeAll { pictures[$0].image == nil }
    return exhibit.pictures.isEmpty ? nil : exhibit
  }

  private mutating func exhibits(of choices: [GallerySelection.Choice]) -> [Exhibit] {
    var exhibits: [Exhibit] = []
    for choice in choices {
      var exhibit = Exhibit(
        decoder: inspection.run.contestants[choice.decoder].label, subject: choice.subject,
        total: choice.total, pictures: [])
      for place in choice.places { exhibit.pictures.append(number(of: place)) }
      exhibits.append(exhibit)
    }
    return exhibits
  }

  private mutating func number(of place: SampleSchedule.Place) -> Int {
    if let known = numbers[place] { return known }
    let key = inspection.run.corpus.key(of: place)
    let answers = witnesses.compactMap { witness -> Gallery.Answer? in
      guard let verdict = inspection.verdict(witness.index, place) else { return nil }
      let command = ReproduceCommand.line(
        key: key, decoder: witness.label, options: reproduceOptions)
      return Gallery.Answer(
        decoder: witness.label, verdict: verdict, detail: detail(witness.index, place),
        command: command)
    }
    pictures.append(Gallery.Picture(key: key, place: place, answers: answers))
    numbers[place] = pictures.count - 1
    return pictures.count - 1
  }

  private func detail(_ decoder: Int, _ place: SampleSchedule.Place) -> String? {
    let incidents = inspection.incidents[decoder]
    let known = incidents.falseAnswers.elements + incidents.breakages.values.flatMap(\.self)
    return known.first { $0.place == place }?.detail
  }

  private mutating func draw(_ number: Int) throws {
    guard pictures[number].image == nil else { return }
    guard let sample = drawer.sample(at: pictures[number].place), !sample.image.isEmpty else {
      return
    }
    let file = try PictureFile(sample.image)
    guard bytes + file.bytes.count <= Self.mostBytes else {
      undrawn += 1
      return
    }
    bytes += file.bytes.count
    pictures[number].image = file
    pictures[number].expected = Self.expected(sample)
    for answer in pictures[number].answers.indices {
      let (label, verdict) = (
        pictures[number].answers[answer].decoder, pictures[number].answers[answer].verdict
      )
      guard let witness = witnesses.first(where: { $0.label == label }) else { continue }
      pictures[number].answers[answer].outlines = witness.outlines(
        of: sample, recorded: verdict, corpus: drawer.corpus)
    }
  }

  /// Fills in the expected symbols of a sample that is listed without its image.
  private mutating func describe(_ number: Int) {
    guard pictures[number].expected.isEmpty,
      let sample = drawer.sample(at: pictures[number].place)
    else { return }
    pictures[number].expected = Self.expected(sample)
  }

  private static func expected(_ sample: Sample) -> [String] {
    guard sample.truth.isKnown else { return ["not known"] }
    guard !sample.truth.expected.isEmpty else { return ["nothing"] }
    return sample.truth.expected.map { symbol in
      "\(symbol.symbology?.description ?? "any symbology"): \(symbol.bytes.readable)"
    }
  }
}
