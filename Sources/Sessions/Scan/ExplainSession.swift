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
    var budget: ExplainBudget
    var unchanged: Reading?
    /// A first reading that nothing backs.
    var doubtful: Reading?
    var successes: [Found] = []
    var errors = 0

    /// Gives it an image.
    mutating func read(_ image: GrayImage) throws -> Reading? {
      let start = ContinuousClock.now
      let attempt = chain.decode(image)
      budget.spend(ContinuousClock.now - start, pixels: image.width * image.height)
      switch attempt.outcome {
      case .readings(let readings): return readings.first
      case .notStarted(let error): throw error
      case .failed, .crashed, .timedOut: errors += 1
      case .givenUp, .lost, .stopped: break
      }
      return nil
    }
  }

  /// A reading of a changed image, with the symbol as it was measured there or in the unchanged image.
  private struct Found {
    let change: ImageChange
    let reading: Reading
    let measurement: SymbolMeasurement
  }

  /// Tries the changes on an image. Blocks the caller.
  ///
  /// As soon as the symbology of a backed reading is known, decoders that do not read it are left alone.
  /// Changes that make small images are tried first, and each decoder has its share of a time: what is
  /// left over then is not tried.
  ///
  /// - Throws: `ImageError` for a file that is no image, or an error if workers can no longer be started.
  public func explain(_ input: ScanInputs.Input) throws -> (image: GrayImage, Explanation) {
    let bytes = try input.bytes()
    let image = try ImageFile.decode(bytes, name: input.path)
    let truth = input.truth
    var trials = decoders.map { configured in
      Trial(
        label: configured.label, identity: ScanDecoder(configured),
        chain: DecoderChain(
          members: configured.members, health: DecoderHealth(givingUpAfter: 10), stop: stop),
        budget: ExplainBudget(sharedBy: decoders.count))
    }
    defer { for trial in trials { trial.chain.close() } }
    for index in trials.indices {
      trials[index].unchanged = try trials[index].read(image)
    }
    doubt(&trials, in: image, truth)
    guard trials.contains(where: { $0.unchanged == nil }) else {
      return (image, explanation(trials, in: image, truth))
    }
    let ladder = ChangeLadder(image, channels: try input.colours(of: image, in: bytes))
    let kinds = ladder.kinds.sorted { ladder.pixels(after: $0[0]) < ladder.pixels(after: $1[0]) }
    let places = SymbolGauge().potentialSymbols(in: image, besides: [])
    for kind in ChangeLadder.turns(places) + kinds { try attempt(kind, of: ladder, image, &trials) }
    let known = explanation(trials, in: image, truth)
    // A border around the image does not help a symbol that something dark touches.
    guard
      let change = ImageChange.isolating(known.measurement, carrier: known.symbology?.carrier)
    else { return (image, known) }
    try attempt([change], of: ladder, image, &trials)
    return (image, explanation(trials, in: image, truth))
  }

  /// Sets readings of the unchanged image aside that nothing backs.
  private func doubt(_ trials: inout [Trial], in image: GrayImage, _ truth: WrittenTruth) {
    let read = trials.indices.filter { trials[$0].unchanged != nil }
    let evidence = ReadingEvidence(
      read.compactMap { index in
        trials[index].unchanged.map {
          .init(
            decoder: trials[index].identity, reading: $0,
            measurement: SymbolGauge().measure($0, in: image))
        }
      }, truth: truth)
    for (index, support) in zip(read, evidence.supports) where support == nil {
      trials[index].doubtful = trials[index].unchanged
      trials[index].unchanged = nil
    }
  }

  /// Gives the changes of one kind to the decoders that have read nothing unchanged, until the structure
  /// of a symbol backs what they read.
  private func attempt(
    _ kind: [ImageChange], of ladder: ChangeLadder, _ image: GrayImage, _ trials: inout [Trial]
  ) throws {
    var left = trials.indices.filter { index in
      trials[index].unchanged == nil
        && !trials[index].successes.contains {
          $0.change.fault == kind.first?.fault && $0.measurement.hasStructure(of: $0.reading)
        }
    }
    for change in kind where !stop.isRequested {
      let symbology = trials.lazy.compactMap(\.unchanged?.symbology).first
      left = left.filter { index in
        (symbology.map { trials[index].identity.reads($0) } ?? true)
          && trials[index].budget.affords(pixels: ladder.pixels(after: change))
      }
      guard !left.isEmpty else { break }
      let start = ContinuousClock.now
      let changed = ladder.changed(by: change)
      let making = (ContinuousClock.now - start) / left.count
      for index in left { trials[index].budget.pay(making) }
      for index in left {
        guard let reading = try trials[index].read(changed) else { continue }
        let found = found(reading, by: change, changed, of: ladder, image)
        trials[index].successes.append(found)
        if found.measurement.hasStructure(of: reading) { left.removeAll { $0 == index } }
      }
    }
  }

  /// Measures what was read: in the unchanged image, else in the changed one.
  private func found(
    _ reading: Reading, by change: ImageChange, _ changed: GrayImage, of ladder: ChangeLadder,
    _ image: GrayImage
  ) -> Found {
    let original = ladder.original(reading, before: change)
    var measurement = SymbolGauge().measure(original, in: image)
    if !measurement.hasStructure(of: original) {
      let there = SymbolGauge().measure(reading, in: changed)
      if there.hasStructure(of: reading) {
        measurement = SymbolMeasurement(
          source: .measured,
          outline: there.outline.map { ladder.original($0, before: change) },
          dimension: there.dimension, condition: there.condition)
      }
    }
    return Found(change: change, reading: original, measurement: measurement)
  }

  private func explanation(
    _ trials: [Trial], in image: GrayImage, _ truth: WrittenTruth
  ) -> Explanation {
    func byDecoder<Value>(_ value: (Trial) -> Value?) -> [String: Value] {
      Dictionary(
        uniqueKeysWithValues: trials.compactMap { trial in
          value(trial).map { (trial.label, $0) }
        })
    }
    let successes = successes(trials, in: image, truth)
    let backed =
      trials.compactMap(\.unchanged)
      + successes.filter { $0.support != nil }.map(\.reading)
    let measurement = Explanation.measurement(of: backed, in: image)
    return Explanation(
      decoders: trials.map(\.identity), unchanged: byDecoder(\.unchanged),
      successes: successes, measurement: measurement,
      errors: byDecoder { $0.errors > 0 ? $0.errors : nil },
      unbackedUnchanged: byDecoder(\.doubtful),
      potential: backed.isEmpty ? SymbolGauge().potentialSymbols(in: image, besides: []) : [])
  }

  /// What was read with a change, each with what backs it, one for each decoder, fault and contents.
  private func successes(
    _ trials: [Trial], in image: GrayImage, _ truth: WrittenTruth
  ) -> [Explanation.Success] {
    let found = trials.flatMap { trial in trial.successes.map { (trial, $0) } }
    let doubtful = trials.flatMap { trial in
      [trial.unchanged, trial.doubtful].compactMap(\.self).map { (trial, $0) }
    }
    let evidence = ReadingEvidence(
      found.map { trial, found in
        .init(decoder: trial.identity, reading: found.reading, measurement: found.measurement)
      }
        + doubtful.map { trial, reading in
          .init(
            decoder: trial.identity, reading: reading,
            measurement: SymbolGauge().measure(reading, in: image))
        }, truth: truth)
    var successes: [Explanation.Success] = []
    for ((trial, found), support) in zip(found, evidence.supports) {
      let isKnown = successes.contains {
        $0.decoder == trial.label && $0.change.fault == found.change.fault
          && ($0.support != nil || support == nil)
      }
      if isKnown { continue }
      successes.append(
        .init(
          decoder: trial.label, change: found.change, reading: found.reading, support: support))
    }
    return successes
  }
}
