#if canImport(Publish)
  import Base
  import Foundation
  import Publish
  import Results
  import Sessions

  /// Bundles, secrets of splits and locks of releases.
  extension ForeignInput {
    /// The five files of a bundle, one behind the other with a byte of 0x1e between them.
    static func check(bundle bytes: [UInt8]) throws(BrokenPromise) {
      let files = bytes.split(separator: 0x1e, omittingEmptySubsequences: false).map(Array.init)
      guard files.count == Submission.Part.allCases.count + 1 else { return }
      let parts = Dictionary(uniqueKeysWithValues: zip(Submission.Part.allCases, files.dropFirst()))
      guard let bundle = try? SubmissionBundle(submission: files[0], parts: parts),
        let corpus = tiny, let read = try? bundle.run(of: corpus, harness: "0")
      else { return }
      var count = 0
      for decoder in read.run.decoders.indices {
        read.forEachObservation(ofRun: 1, decoder: decoder, withReadings: true) { _ in count += 1 }
      }
      try promise(count > 0 || read.run.decoders.isEmpty, "a bundle without outcomes is taken")
    }

    /// Lines of a bundle's outcomes: what they hold is the same once written.
    static func check(outcomes bytes: [UInt8]) throws(BrokenPromise) {
      _ = try BoundedJSON.forEachLine(of: bytes, as: OutcomeLine.self, atMost: 64) {
        _, line throws(BrokenPromise) in
        guard let line = try? line.get() else { return }
        for trials in [1, 3, 40] {
          guard
            let found = line.observations(decoder: 0, group: 0, level: 0, trials: trials)
          else { continue }
          let written = OutcomeLine(
            decoder: line.decoder, group: line.group, level: line.level, trials: trials,
            hasCPUTimes: line.cpuNanoseconds != nil, found)
          let again = written.observations(decoder: 0, group: 0, level: 0, trials: trials)
          try promise(again == found, "outcomes are others once written")
        }
      }
    }

    /// A secret, a commitment and a release's lock.
    static func check(round bytes: [UInt8]) throws(BrokenPromise) {
      try inFolder { folder throws(BrokenPromise) in
        let path = folder + "/file"
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return }
        _ = try? HiddenSplit.commitment(file: path)
        if let split = try? HiddenSplit(file: path) {
          let fault = split.opening.fault(against: split.opening.commitment)
          try promise(fault == nil, "a secret does not open its own commitment")
        }
        if let lock = try? ReleaseCatalog.read(path) {
          try promise(lock.root == lock.computedRoot, "a lock is not of its root")
        }
      }
    }

    static func read(secret path: String) { _ = try? HiddenSplit(file: path) }
  }
#else
  extension ForeignInput {
    static func check(bundle _: [UInt8]) {}
    static func check(outcomes _: [UInt8]) {}
    static func check(round _: [UInt8]) {}
    static func read(secret _: String) {}
  }
#endif
