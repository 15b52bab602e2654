import DecoderKit
import Evaluation
import Images
import PluginHost
import Scanning

/// The search for the least changes with which decoders read one image.
///
/// Each decoder that reads nothing in the image as it is gets the changes kind by kind, each kind from
/// its smallest change on until one is enough.
public struct ExplainSession: Sendable {
  private let decoders: [ConfiguredDecoder]
  private let stop: StopSignal

  /// Makes a session.
  public init(decoders: [ConfiguredDecoder], stop: StopSignal) {
    self.decoders = decoders
    self.stop = stop
  }

  /// One decoder and its results so far.
  private struct Trial {
    let label: String
    let identity: ScanDecoder
    let chain: DecoderChain
    var unchanged: Reading?
    var successes: [Explanation.Success] = []
    var errors = 0

    /// Gives it an image.
    mutating func read(_ image: GrayImage) throws -> Reading? {
      switch chain.decode(image).outcome {
      case .readings(let readings): return readings.first
      case .notStarted(let error): throw error
      case .failed, .crashed, .timedOut: errors += 1
      case .givenUp, .stopped: break
      }
      return nil
    }
  }

  /// Tries the changes on an image. Blocks the caller.
  ///
  /// As soon as the symbology is known, decoders that do not read it are left alone.
  ///
  /// - Throws: `ImageError` for a file that is no image, or an error if workers can no longer be started.
  public func explain(_ input: ScanInputs.Input) throws -> (image: GrayImage, Explanation) {
    let bytes = try input.bytes()
    let image = try ImageFile.decode(bytes, name: input.path)
    var trials = decoders.map { configured in
      Trial(
        label: configured.label, identity: ScanDecoder(configured),
        chain: DecoderChain(
          members: configured.members, health: DecoderHealth(givingUpAfter: 10), stop: stop))
    }
    defer { for trial in trials { trial.chain.close() } }
    var symbology: Symbology?
    for index in trials.indices {
      trials[index].unchanged = try trials[index].read(image)
      symbology = symbology ?? trials[index].unchanged?.symbology
    }
    guard trials.contains(where: { $0.unchanged == nil }) else {
      return (image, explanation(of: image, trials))
    }
    let ladder = ChangeLadder(image, channels: try input.colours(of: image, in: bytes))
    for kind in ladder.kinds {
      var left = trials.indices.filter { trials[$0].unchanged == nil }
      for change in kind where !stop.isRequested {
        left = left.filter { index in symbology.map { trials[index].identity.reads($0) } ?? true }
        guard !left.isEmpty else { break }
        let changed = ladder.changed(by: change)
        for index in left {
          guard let reading = try trials[index].read(changed) else { continue }
          trials[index].successes.append(
            Explanation.Success(
              decoder: trials[index].label, change: change,
              reading: ladder.original(reading, before: change)))
          symbology = symbology ?? reading.symbology
          left.removeAll { $0 == index }
        }
      }
    }
    return (image, explanation(of: image, trials))
  }

  private func explanation(
    of image: GrayImage, _ trials: [Trial]
  ) -> Explanation {
    let successes = trials.flatMap(\.successes)
    let readings = trials.compactMap(\.unchanged) + successes.map(\.reading)
    func byDecoder<Value>(_ value: (Trial) -> Value?) -> [String: Value] {
      Dictionary(
        uniqueKeysWithValues: trials.compactMap { trial in
          value(trial).map { (trial.label, $0) }
        })
    }
    return Explanation(
      decoders: trials.map(\.identity), unchanged: byDecoder(\.unchanged),
      successes: successes,
      measurement: Explanation.measurement(of: readings, in: image),
      errors: byDecoder { $0.errors > 0 ? $0.errors : nil })
  }
}
