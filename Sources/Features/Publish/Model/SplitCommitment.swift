import Base
import Results

/// The promise of a hidden split: a hash that fixes its seed and says nothing about it.
package struct SplitCommitment: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  package static let currentSchemaVersion = 1

  /// The version of the layout.
  package var schemaVersion = SplitCommitment.currentSchemaVersion
  /// The samples but for their seed.
  package var samples: SplitSamples
  /// The day of the promise.
  package var committedOn: CalendarDay
  /// SHA-256 of what ``SplitOpening`` holds; see ``SplitOpening/commitment``.
  package var sha256: String

  package init(samples: SplitSamples, committedOn: CalendarDay, sha256: String) {
    (self.samples, self.committedOn, self.sha256) = (samples, committedOn, sha256)
  }
}

/// The part of a corpus that a hidden split shares with the public one.
package struct SplitSamples: Hashable, Sendable, Codable {
  /// The corpus's name.
  package var corpus: String
  /// The corpus's version.
  package var version: Int
  /// SHA-256 of the corpus file.
  package var sha256: String
  /// The version of the drawing code.
  package var renderer: Int

  package init(corpus: String, version: Int, sha256: String, renderer: Int) {
    (self.corpus, self.version, self.sha256, self.renderer) = (corpus, version, sha256, renderer)
  }
}

/// The secret of a hidden split, and once it is revealed the proof of what was promised.
package struct SplitOpening: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  package static let currentSchemaVersion = 1

  /// The version of the layout.
  package var schemaVersion = SplitOpening.currentSchemaVersion
  /// The samples but for their seed.
  package var samples: SplitSamples
  /// The day of the promise.
  package var committedOn: CalendarDay
  /// The seed of the hidden split.
  package var seed: UInt64
  /// 32 random bytes in hexadecimal: without them the seed could be guessed from the hash.
  package var nonce: String

  package init(samples: SplitSamples, committedOn: CalendarDay, seed: UInt64, nonce: String) {
    (self.samples, self.committedOn, self.seed, self.nonce) = (samples, committedOn, seed, nonce)
  }

  /// The hash that commits to it: SHA-256 of its parts, each preceded by its length in bytes and a space.
  ///
  /// The parts are `barcode-harness publish split 1`, the corpus's name, version and SHA-256, the renderer's version,
  /// the day, the seed and the nonce.
  package var sha256: String {
    ContentHash.sha256(ofParts: [
      "barcode-harness publish split 1", samples.corpus, "\(samples.version)", samples.sha256,
      "\(samples.renderer)", committedOn.description, "\(seed)", nonce,
    ])
  }

  /// The promise to publish before anything is scored.
  package var commitment: SplitCommitment {
    SplitCommitment(samples: samples, committedOn: committedOn, sha256: sha256)
  }

  /// The first fault of the opening of a commitment; `nil` if it is what was promised.
  package func fault(against commitment: SplitCommitment) -> SplitFault? {
    if samples != commitment.samples { return .samples }
    if committedOn != commitment.committedOn { return .day }
    return sha256 == commitment.sha256 ? nil : .hash(was: commitment.sha256, is: sha256)
  }
}

/// The reason that a hidden split is not what was promised.
package enum SplitFault: Error, Hashable, Sendable {
  /// It is of another corpus, another version of it, or another renderer.
  case samples
  /// It names another day.
  case day
  /// Its hash is another one.
  case hash(was: String, is: String)
  /// The corpus file or the drawing code here are not those of the split.
  case changed(corpus: String, was: SplitSamples, is: SplitSamples)
}
