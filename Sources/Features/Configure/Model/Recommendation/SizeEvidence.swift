import Foundation
import Statistics

/// The samples that a choice reads and those that it misses, with the sizes of their modules.
struct SizeEvidence: Hashable, Sendable {
  /// The things that samples can say about their modules' sizes.
  enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
    /// Samples are read: their modules are large enough.
    case enough
    /// Those that are missed have smaller modules than those that are read, beyond chance.
    case tooSmall = "too-small"
    /// Samples are missed, and nothing shows that small modules are the reason.
    case unexplained
  }

  /// The samples that the choice tried.
  let samples: Int
  /// Those that it read.
  let reads: Int
  /// Missed samples of which all modules were measured.
  let measuredMisses: Int
  /// The one-sided p-value of "missed samples have smaller modules than those of the same symbologies that are
  /// read"; `nil` if there are no two to compare.
  let p: Double?
  /// The smallest module size of a sample from which on at least ``ResolutionNeed/wantedRate`` of those
  /// measured are read, in pixels; `nil` if there is none.
  let readFromPixels: Double?

  /// Compares the sizes.
  ///
  /// The sizes of an image count by its smallest symbol, in logarithms, if all of them are known. Images of
  /// different symbologies are not compared with each other, because one may be read at sizes where another one
  /// cannot be (``/Statistics/ExchangeTest``).
  ///
  /// - Parameters:
  ///   - survey: The samples.
  ///   - reads: Whether each sample is read, by its name; others take no part.
  init(_ survey: SampleSurvey, reads: [String: Bool]) {
    let tried = survey.images.compactMap { image in
      reads[image.name].map { (kind: Self.kind(of: image), size: Self.size(of: image), isRead: $0) }
    }
    samples = tried.count
    self.reads = tried.count(where: \.isRead)
    measuredMisses = tried.count { !$0.isRead && $0.size != nil }
    var strata: [String: ExchangeTest.Stratum] = [:]
    for one in tried {
      guard let size = one.size else { continue }
      let place = one.isRead ? \ExchangeTest.Stratum.second : \.first
      strata[one.kind, default: .init(first: [], second: [])][keyPath: place].append(log(size))
    }
    let pairs = strata.sorted { $0.key < $1.key }.map(\.value)
      .filter { !$0.first.isEmpty && !$0.second.isEmpty }
    p = pairs.isEmpty ? nil : ExchangeTest.oneSided(pairs)
    readFromPixels = Self.readFrom(
      tried.compactMap { one in one.size.map { ($0, one.isRead) } })
  }

  /// The thing that the samples say.
  var verdict: Verdict {
    if samples > 0, Double(reads) >= ResolutionNeed.wantedRate * Double(samples) { return .enough }
    return p.map { $0 <= Effect.significance } ?? false ? .tooSmall : .unexplained
  }

  private static func kind(of image: SurveyedImage) -> String {
    Set(image.symbols.map(\.symbology.rawValue)).sorted().joined(separator: " ")
  }

  private static func size(of image: SurveyedImage) -> Double? {
    let sizes = image.symbols.map(\.moduleSizePixels)
    return sizes.contains(nil) ? nil : sizes.compactMap(\.self).min()
  }

  private static func readFrom(_ measured: [(size: Double, isRead: Bool)]) -> Double? {
    Set(measured.map(\.size)).sorted().first { size in
      let above = measured.filter { $0.size >= size }
      return Double(above.count(where: \.isRead))
        >= ResolutionNeed.wantedRate * Double(above.count)
    }
  }
}
