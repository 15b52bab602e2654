import Base
import Corpora
import DecoderKit
import Evaluation
import Results
import Serving
import Sessions

/// The things that a session before the screen works with.
package struct ScreenPlan: Sendable {
  /// The sizes of pixels of screens, in millimetres: from a phone's to a wall's.
  static let pixelSizes = 0.02...10.0
  static let pixelRule = "0.02 to 10 mm wide"

  /// The corpus whose samples are shown.
  let corpus: Corpus
  /// The scanner's name in reports.
  let name: String
  /// The scanner's firmware or the app's version, as its user says.
  let version: String
  /// Pixels of the screen along each side of a sample's pixel.
  let scale: Int
  /// Millimetres of a pixel of the screen; `nil` to be measured in the page, or not at all.
  let pixelMillimetres: Double?
  /// The time for an answer.
  let timeout: Duration
  /// The time between two samples.
  let pause: Duration
  /// The text by which the scanner says that it reads nothing.
  let noRead: String
  /// The folder of the reports.
  let folder: String
  /// True to show every sample, whatever the store holds.
  let isFresh: Bool

  /// Makes a plan.
  ///
  /// - Throws: ``RequestError`` for a corpus whose samples no scanner can be shown one by one.
  package init(
    corpus: Corpus, name: String, version: String = "not stated", scale: Int = 4,
    pixelMillimetres: Double? = nil, timeout: Duration = .seconds(3),
    pause: Duration = .milliseconds(500), noRead: String = "", folder: String,
    isFresh: Bool = false
  ) throws {
    let reason: String? =
      if corpus.sweep.isOfStreams {
        "its samples are frames of streams"
      } else if corpus.selection != nil {
        "it asks for the choice of one symbol"
      } else if corpus.groups.contains(where: { $0.content == .unknown }) {
        "what its photos hold is not known"
      } else if corpus.groups.contains(where: { $0.scenes?.contains { $0.count > 1 } ?? false }) {
        "its samples hold several symbols, and a scanner answers with one"
      } else {
        nil
      }
    if let reason {
      throw RequestError("harness screen cannot show \(corpus.name): \(reason)")
    }
    self.corpus = corpus
    (self.name, self.version, self.scale) = (name, version, scale)
    (self.pixelMillimetres, self.timeout, self.pause) = (pixelMillimetres, timeout, pause)
    (self.noRead, self.folder, self.isFresh) = (noRead, folder, isFresh)
  }

  /// The page of a session.
  package func site(of session: ScreenSession) -> any PageSite {
    ScreenSite(session: session, plan: self)
  }

  /// The scanner as a decoder without a program. What its answers depend on is part of its identity.
  func decoder(pixelMillimetres: Double?) throws -> ConfiguredDecoder {
    let identity = DecoderIdentity(
      name: "screen", summary: "A scanner before a screen.", library: name, version: version,
      symbologies: Set(Symbology.allCases))
    let size = pixelMillimetres.map { "\($0)" } ?? "unknown"
    let parts = ["screen 1", name, version, "\(scale)", size, "\(timeout)", noRead]
    return ConfiguredDecoder(
      label: name, identity: identity, options: try DecoderOptions(resolving: [:], for: identity),
      members: [],
      fingerprint: DecoderFingerprint(sha256: ContentHash.sha256(ofParts: parts), files: []))
  }

  /// The samples in the order in which they are shown: every level and group once before any comes again, the
  /// easiest level first, and neighbours of different trials, so that their contents differ.
  package var order: [SamplePlace] {
    let groups = corpus.groups
    let levels = corpus.sweep.levels.indices
    let easiestFirst = corpus.sweep.harder == .smaller ? Array(levels.reversed()) : Array(levels)
    return (0..<(groups.map(\.trialCount).max() ?? 0)).flatMap { pass in
      var step = pass
      return easiestFirst.flatMap { level in
        groups.indices.filter { pass < groups[$0].trialCount }.map { group in
          defer { step += 1 }
          return SamplePlace(group: group, level: level, trial: step % groups[group].trialCount)
        }
      }
    }
  }
}
