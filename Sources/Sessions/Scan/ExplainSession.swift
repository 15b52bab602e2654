import DecoderKit
import Evaluation
import Images
import Measuring
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
      case .givenUp, .lost, .stopped: break
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
      return (image, explanation(trials, measurement(trials, in: image)))
    }
    let ladder = ChangeLadder(image, channels: try input.colours(of: image, in: bytes))
    for kind in ladder.kinds { try attempt(kind, of: ladder, &trials, &symbology) }
    let measurement = measurement(trials, in: image)
    // A border around the image does not help a symbol that something dark touches.
    if let change = ImageChange.isolating(measurement, carrier: symbology?.carrier) {
      try attempt([change], of: ladder, &trials, &symbology)
    }
    return (image, explanation(trials, measurement))
  }

  /// Gives the changes of one kind to the decoders that have read nothing unchanged, and nothing with
  /// a change that mends the same fault.
  private func attempt(
    _ kind: [ImageChange], of ladder: ChangeLadder, _ trials: inout [Trial],
    _ symbology: inout Symbology?
  ) throws {
    var left = trials.indices.filter { index in
      trials[index].unchanged == nil
        && !trials[index].successes.contains { $0.change.fault == kind.first?.fault }
    }
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

  /// The symbol in the unchanged image, by what was read with or without a change.
  private func measurement(_ trials: [Trial], in image: GrayImage) -> SymbolMeasurement? {
    Explanation.measurement(
      of: trials.compactMap(\.unchanged) + trials.flatMap(\.successes).map(\.reading), in: image)
  }

  private func explanation(
    _ trials: [Trial], _ measurement: SymbolMeasurement?
  ) -> Explanation {
    func byDecoder<Value>(_ value: (Trial) -> Value?) -> [String: Value] {
      Dictionary(
        uniqueKeysWithValues: trials.compactMap { trial in
          value(trial).map { (trial.label, $0) }
        })
    }
    return Explanation(
      decoders: trials.map(\.identity), unchanged: byDecoder(\.unchanged),
      successes: trials.flatMap(\.successes), measurement: measurement,
      errors: byDecoder { $0.errors > 0 ? $0.errors : nil })
  }
}
