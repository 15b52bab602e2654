import Base
import DecoderKit
import Foundation
import Statistics

/// A decoder's chance to read a symbol, by the condition in which it is seen.
///
/// One logistic regression for all symbologies that the decoder supports: a share that all have in
/// common, the deviation of linear or of matrix symbols from it, and each symbology's own, the more
/// drawn towards 0 the more special. So a symbology with few samples borrows from its kin.
struct ReadingModel: Sendable {
  /// A sample: the condition in which a symbol is seen, and what came of it.
  struct Sample: Sendable {
    var condition: SeenCondition
    /// True if the decoder read it.
    var isRead: Bool

    init(_ condition: SeenCondition, isRead: Bool) {
      (self.condition, self.isRead) = (condition, isRead)
    }
  }

  /// The penalties of the three shares.
  struct Penalties {
    var common: Double
    var kind: Double
    var own: Double
    /// The penalty of the shares' constants, which data tell soon.
    static let constant = 0.3
    static let candidates = [0.1, 0.3, 1, 3, 10].map {
      Penalties(common: $0, kind: 3 * $0, own: 9 * $0)
    }
  }

  /// The number of samples.
  let sampleCount: Int
  /// The chances of the samples, each computed by a model that had not seen it, in their order.
  let heldOut: [Double]
  private let range: TermRange
  private let scale: Scale
  private let blocks: Blocks
  private let regression: PenalisedLogistic

  /// The fewest samples, and the fewest of each outcome, from which a model is fitted.
  static let fewestSamples = 50
  static let fewestOfEither = 10
  private static let folds = 5

  /// Fits a model.
  ///
  /// The penalties are those of a few candidates whose chances for samples held out, a fifth at a time,
  /// have the least logarithmic loss.
  ///
  /// - Parameter samples: The samples. Neighbours are held out at different times, so that each fifth has
  ///   all kinds.
  /// - Returns: `nil` if there are too few samples, or too few of either outcome.
  init?(_ samples: [Sample]) {
    let reads = samples.count { $0.isRead }
    guard samples.count >= Self.fewestSamples,
      min(reads, samples.count - reads) >= Self.fewestOfEither
    else { return nil }
    sampleCount = samples.count
    let terms = samples.map { ReadingPredictors.values($0.condition) }
    range = TermRange(terms, of: samples.map(\.condition.symbology))
    scale = Scale(terms)
    blocks = Blocks(samples.map(\.condition.symbology), width: terms[0].count)
    let rows = zip(samples, terms).map { [scale, blocks] sample, terms in
      blocks.row(scale.applied(to: terms), sample.condition.symbology)
    }
    let outcomes = samples.map(\.isRead)
    let candidates = Penalties.candidates.map(blocks.penalties)
    let chances = Self.heldOut(rows, outcomes, candidates)
    let losses = chances.map { Self.loss($0, outcomes) }
    guard let best = losses.indices.min(by: { losses[$0] < losses[$1] }), losses[best] < .infinity
    else { return nil }
    heldOut = chances[best]
    regression = PenalisedLogistic.fit(rows, outcomes: outcomes, penalties: candidates[best])
  }

  /// Returns the chance that the decoder reads a symbol, strictly between 0 and 1; nearer to ½ for one
  /// that is unlike all samples. Where it goes beyond them, it counts as the last of them.
  func chance(_ condition: SeenCondition) -> Double {
    let terms = range.limited(ReadingPredictors.values(condition), of: condition.symbology)
    return regression.moderatedProbability(
      blocks.row(scale.applied(to: terms), condition.symbology))
  }

  /// True if samples of a symbology were among those that the model was fitted to.
  func knows(_ symbology: Symbology) -> Bool { blocks.own[symbology.carrier] != nil }

  /// The chances of samples that are held out, for each of the candidates.
  private static func heldOut(
    _ rows: [PenalisedLogistic.Row], _ outcomes: [Bool], _ candidates: [[Double]]
  ) -> [[Double]] {
    let parts = (0..<candidates.count * folds).concurrentMap { number in
      let fold = number % folds
      let kept = rows.indices.filter { $0 % folds != fold }
      let model = PenalisedLogistic.fit(
        kept.map { rows[$0] }, outcomes: kept.map { outcomes[$0] },
        penalties: candidates[number / folds])
      return stride(from: fold, to: rows.count, by: folds).map {
        model.moderatedProbability(rows[$0])
      }
    }
    return candidates.indices.map { candidate in
      rows.indices.map { parts[candidate * folds + $0 % folds][$0 / folds] }
    }
  }

  private static func loss(_ chances: [Double], _ outcomes: [Bool]) -> Double {
    zip(chances, outcomes).reduce(0) { $0 - log(max($1.1 ? $1.0 : 1 - $1.0, 1e-12)) }
  }
}

/// The smallest and the largest values that terms have, symbology by symbology: no line is drawn beyond them.
private struct TermRange: Sendable {
  private var bounds: [Symbology: [(low: Double, high: Double)]] = [:]

  init(_ terms: [[Double]], of symbologies: [Symbology]) {
    for (terms, symbology) in zip(terms, symbologies) {
      let before = bounds[symbology.carrier]
      bounds[symbology.carrier] = terms.indices.map { index in
        let (value, old) = (terms[index], before?[index])
        return (min(value, old?.low ?? value), max(value, old?.high ?? value))
      }
    }
  }

  func limited(_ terms: [Double], of symbology: Symbology) -> [Double] {
    guard let bounds = bounds[symbology.carrier] else { return terms }
    return zip(terms, bounds).map { min(max($0, $1.low), $1.high) }
  }
}

/// The means and spreads of terms, so that a penalty means the same to each.
private struct Scale: Sendable {
  private let means: [Double]
  private let spreads: [Double]

  /// The first term is the constant, and stays as it is.
  init(_ terms: [[Double]]) {
    let count = Double(terms.count)
    let sums = terms.reduce(into: [Double](repeating: 0, count: terms[0].count)) { sums, row in
      for index in row.indices { sums[index] += row[index] }
    }
    var means = sums.map { $0 / count }
    means[0] = 0
    var spreads = means.indices.map { index in
      (terms.reduce(0) { $0 + ($1[index] - means[index]) * ($1[index] - means[index]) } / count)
        .squareRoot()
    }
    spreads[0] = 1
    // A term that never varied says nothing, however far off a photo's may be.
    (self.means, self.spreads) = (means, spreads.map { $0 > 1e-9 ? $0 : .infinity })
  }

  func applied(to terms: [Double]) -> [Double] {
    terms.indices.map { (terms[$0] - means[$0]) / spreads[$0] }
  }
}

/// The places of the shares among a regression's columns.
private struct Blocks: Sendable {
  let width: Int
  /// The block of each symbology, the third and later.
  let own: [Symbology: Int]

  init(_ symbologies: [Symbology], width: Int) {
    self.width = width
    let known = Set(symbologies.map(\.carrier)).sorted { $0.rawValue < $1.rawValue }
    own = Dictionary(uniqueKeysWithValues: known.enumerated().map { ($1, $0 + 3) })
  }

  func row(_ terms: [Double], _ symbology: Symbology) -> PenalisedLogistic.Row {
    let kind = symbology.isMatrix ? 1 : 2
    let blocks = [0, kind] + (own[symbology.carrier].map { [$0] } ?? [])
    let present = terms.indices.filter { terms[$0] != 0 }
    return PenalisedLogistic.Row(
      columns: blocks.flatMap { block in present.map { block * width + $0 } },
      values: blocks.flatMap { _ in present.map { terms[$0] } })
  }

  func penalties(_ penalties: ReadingModel.Penalties) -> [Double] {
    (0..<own.count + 3).flatMap { block in
      let share = block == 0 ? penalties.common : block < 3 ? penalties.kind : penalties.own
      return (0..<width).map { $0 == 0 ? ReadingModel.Penalties.constant : share }
    }
  }
}

extension Symbology {
  /// True for symbols made of squares or dots in two dimensions; stacked ones count as linear.
  fileprivate var isMatrix: Bool {
    switch self {
    case .qrCode, .microQRCode, .rMQRCode, .gs1QRCode, .dataMatrix, .gs1DataMatrix, .aztec,
      .aztecRune, .maxiCode:
      true
    default: false
    }
  }
}
