/// A reader of ours that takes bytes from outside, as a function from any bytes to nothing.
///
/// Every input must be read or refused with an error. A trap, a hang, or a ``BrokenPromise`` is a
/// finding. The coverage-guided run and the tests of kept inputs share these functions.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Frames from a plugin, in pieces.
  case frames
  /// Headers of a plugin's frames, and the conversation that they make.
  case messages
  /// Headers of the host's frames, as the SDK reads them.
  case requests
  /// Corpus files.
  case corpora
  /// Plugin manifests.
  case manifests
  case png
  case jpeg
  case webp
  case netpbm
  /// Streams of frames: Y4M, MJPEG, NV12.
  case streams
  /// Result stores.
  case stores
  /// Result stores whose fields hold what no harness wrote.
  case records
  /// Baseline files.
  case baselines
  /// Manifests and truth files of photo folders.
  case truths
  /// The meaning of payloads.
  case values
  /// The files of a submitted run.
  case bundles
  /// The lines of a submitted run's outcomes.
  case outcomes
  /// Secrets and commitments of hidden splits, and locks of releases.
  case rounds
  /// Records of kept frames.
  case snapshots
  /// Result stores to be merged, whose fields hold what no harness wrote.
  case merges
  /// Folders with links, pipes and odd names.
  case folders
  /// Frames that a page sends to harness live.
  case live
  /// Requests to the pages of harness live and harness screen, and what comes over the socket of a tab.
  case pages

  /// Gives bytes to the reader.
  ///
  /// - Throws: ``BrokenPromise`` if what was read contradicts itself. Errors that the reader throws
  ///   are answers, and end here.
  package func run(_ bytes: [UInt8]) throws(BrokenPromise) {
    switch self {
    case .frames: try FrameInput.check(bytes)
    case .messages: try MessageInput.check(answers: bytes)
    case .requests: try MessageInput.check(requests: bytes)
    case .corpora: try TextInput.check(corpus: bytes)
    case .manifests: try TextInput.check(manifest: bytes)
    case .png, .jpeg, .webp, .netpbm: try ImageInput.check(bytes)
    case .streams: try ImageInput.check(stream: bytes)
    case .stores: try FileInput.check(store: bytes)
    case .records: try FileInput.check(records: bytes)
    case .baselines: try TextInput.check(baseline: bytes)
    case .truths: try FileInput.check(truths: bytes)
    case .values: try TextInput.check(payload: bytes)
    case .bundles: try ForeignInput.check(bundle: bytes)
    case .outcomes: try ForeignInput.check(outcomes: bytes)
    case .rounds: try ForeignInput.check(round: bytes)
    case .snapshots: try ForeignInput.check(snapshot: bytes)
    case .merges: try ForeignInput.check(merge: bytes)
    case .folders: try FolderInput.check(bytes)
    case .live: try ImageInput.check(live: bytes)
    case .pages: try PageInput.check(bytes)
    }
  }
}

/// Something that a reader must never return, whatever the bytes.
package struct BrokenPromise: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Checks a promise about what was read.
func promise(_ isKept: Bool, _ text: @autoclosure () -> String) throws(BrokenPromise) {
  guard isKept else { throw BrokenPromise(text()) }
}
