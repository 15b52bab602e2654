import Measuring
import Statistics

/// The predictions of drawn samples for photos, beside the photos' outcomes.
///
/// Models are fitted on drawn samples alone. Outcomes of photos enter the comparison, never a model.
struct RealismReport: Sendable {
  /// The corpora that were drawn, by name.
  let drawnCorpora: [String]
  /// The number of drawn symbols, and of those that the gauge measured.
  let drawn: Coverage
  /// The photos' symbols that are known, in order.
  let photos: [SeenSymbol]
  /// The same counts of the photos.
  let coverage: Coverage
  /// Photos that could not be read, with the reason.
  let unreadable: [String]
  /// The number of photos whose truth nobody wrote down.
  let withoutTruth: Int
  /// The number of photos without a code.
  let withoutCode: Int
  /// The decoders' results, in the order of ``SeenSymbol/reads``.
  let decoders: [DecoderRealism]
  /// Decoders and symbologies by drawn threshold beside their rate on photos.
  let cells: [RealismCell]

  /// The symbols that the gauge measured, and the reasons for the others.
  struct Coverage: Hashable, Sendable {
    /// The number of symbols.
    let count: Int
    /// The number that was measured.
    let measured: Int
    /// The numbers of those that were not, by reason.
    let gaps: [GaugeFailure: Int]

    /// Counts symbols.
    init(_ symbols: [SeenSymbol]) {
      count = symbols.count
      measured = symbols.count { $0.condition != nil }
      gaps = symbols.reduce(into: [:]) { if let gap = $1.gap { $0[gap, default: 0] += 1 } }
    }
  }

  /// Spearman's ρ of drawn mean threshold and photo rate over ``cells``, with its sign turned: 1 if a
  /// smaller threshold always goes with more photos read. `nil` for fewer than three cells.
  var cellCorrelation: Double? {
    guard cells.count >= 3 else { return nil }
    return RankCorrelation.spearman(
      cells.map { -$0.meanThreshold.estimate }, cells.map(\.photoRate))
  }

  /// Compares.
  ///
  /// - Parameters:
  ///   - drawn: The drawn corpora; all models come from them.
  ///   - photos: The photos, by the same decoders.
  init(drawn: [SeenCorpus], photos: [SeenCorpus]) {
    let samples = drawn.flatMap(\.symbols)
    let shown = photos.flatMap(\.symbols)
    let labels = (drawn + photos).first?.decoders ?? []
    precondition((drawn + photos).allSatisfy { $0.decoders == labels }, "the same decoders")
    drawnCorpora = drawn.map(\.name)
    self.drawn = Coverage(samples)
    self.photos = shown
    coverage = Coverage(shown)
    unreadable = photos.flatMap(\.unreadable)
    withoutTruth = photos.reduce(0) { $0 + $1.withoutTruth }
    withoutCode = photos.reduce(0) { $0 + $1.withoutCode }
    decoders = labels.indices.map { decoder in
      let model = Self.model(of: decoder, from: samples)
      return DecoderRealism(
        label: labels[decoder], model: model?.model, drawnOutcomes: model?.outcomes ?? [],
        photos: shown, decoder: decoder)
    }
    cells = labels.indices.flatMap { RealismCell.cells(of: $0, labels[$0], samples, shown) }
  }

  /// Fits a decoder's model; photos are no argument of it.
  private static func model(
    of decoder: Int, from drawn: [SeenSymbol]
  ) -> (model: ReadingModel, outcomes: [Bool])? {
    let samples = drawn.compactMap { symbol in
      symbol.condition.flatMap { condition in
        symbol.reads[decoder].map { ReadingModel.Sample(condition, isRead: $0) }
      }
    }
    return ReadingModel(samples).map { ($0, samples.map(\.isRead)) }
  }
}

/// One decoder's photos: what was forecast, and what came of it.
struct DecoderRealism: Sendable {
  /// A forecast for one photo's symbol.
  struct Forecast: Hashable, Sendable, Encodable {
    /// The symbol's index among the report's photos.
    let photo: Int
    /// The chance of being read, 0 to 1.
    let chance: Double
    /// True if it was read.
    let isRead: Bool

    /// The distance of forecast and outcome, 0 to 1.
    var surprise: Double { abs(chance - (isRead ? 1 : 0)) }

    private enum CodingKeys: String, CodingKey {
      case photo = "symbol", chance, isRead
    }
  }

  /// The decoder's label.
  let label: String
  /// The number of drawn samples that the model was fitted to; 0 if there were too few.
  let sampleCount: Int
  /// The score of the model on drawn samples that it had not seen; `nil` without a model.
  let drawnScore: BrierScore?
  /// The forecasts, in the photos' order; none without a model.
  let forecasts: [Forecast]
  /// The score on photos; `nil` without forecasts.
  let score: BrierScore?
  /// The interval of the skill on photos, over folders where there are enough, else over photos; `nil`
  /// where it has none.
  let skillInterval: Interval?
  /// The forecasts corrected by what photos of other folders showed; `nil` for too few folders.
  let folderCheck: FolderCheck?
  /// The area under the curve; `nil` unless some photos were read and some not.
  let areaUnderCurve: Double?
  /// The bins of the reliability diagram, ten of them; none without forecasts.
  let bins: [ReliabilityBin]
  /// Forecasts and outcomes by condition.
  let residuals: [RealismResidual]
  /// Supported photos that the gauge could not measure, and the number of those that were read.
  let unmeasured: (count: Int, reads: Int)
  /// The photos that it read, measured or not.
  var readCount: Int { forecasts.count { $0.isRead } + unmeasured.reads + unknownReads }
  /// Measured photos of symbologies that no drawn sample has; they have no forecast.
  let unknownSymbology: Int
  /// Those of them that were read.
  private let unknownReads: Int

  /// The fewest photos of a bin whose calibration is judged.
  static let fewestOfBin = 30

  /// The share of the photos it read that the gauge measured, 0 to 1; `nil` if it read none.
  var measuredReads: Double? {
    readCount > 0 ? Double(readCount - unmeasured.reads) / Double(readCount) : nil
  }

  /// The skill to expect if every forecast is the true chance; `nil` without forecasts.
  var skillIfRight: Double? { BrierScore.skillIfRight(forecasts.map(\.chance)) }

  /// The largest error of the bins that have enough photos; `nil` if none has.
  var worstBinError: Double? {
    bins.filter { $0.count >= Self.fewestOfBin }.compactMap(\.error).max()
  }

  /// The forecasts by surprise, the worst first.
  var surprises: [Forecast] {
    forecasts.sorted { ($0.surprise, $1.photo) > ($1.surprise, $0.photo) }
  }

  init(
    label: String, model: ReadingModel?, drawnOutcomes: [Bool], photos: [SeenSymbol], decoder: Int
  ) {
    self.label = label
    sampleCount = model?.sampleCount ?? 0
    drawnScore = model.flatMap { BrierScore($0.heldOut, outcomes: drawnOutcomes) }
    var forecasts: [Forecast] = []
    var unknown = (count: 0, reads: 0)
    var unmeasured = (count: 0, reads: 0)
    for (index, photo) in photos.enumerated() {
      guard let isRead = photo.reads[decoder] else { continue }
      guard let condition = photo.condition else {
        unmeasured.count += 1
        unmeasured.reads += isRead ? 1 : 0
        continue
      }
      guard let model, model.knows(condition.symbology) else {
        unknown.count += 1
        unknown.reads += isRead ? 1 : 0
        continue
      }
      forecasts.append(
        Forecast(photo: index, chance: model.chance(condition), isRead: isRead))
    }
    let (chances, outcomes) = (forecasts.map(\.chance), forecasts.map(\.isRead))
    self.forecasts = forecasts
    self.unmeasured = unmeasured
    (unknownSymbology, unknownReads) = unknown
    score = BrierScore(chances, outcomes: outcomes)
    let folders = forecasts.map { photos[$0.photo].folder }
    folderCheck = FolderCheck(forecasts, folders: folders)
    skillInterval =
      Set(folders).count >= FolderCheck.fewestFolders
      ? FolderCheck.skillInterval(forecasts, folders: folders)
      : BrierScore.skillInterval(chances, outcomes: outcomes)
    areaUnderCurve = RankCorrelation.areaUnderCurve(chances, outcomes: outcomes)
    bins = forecasts.isEmpty ? [] : ReliabilityBin.bins(chances, outcomes: outcomes)
    residuals = RealismResidual.all(forecasts, photos)
  }
}
