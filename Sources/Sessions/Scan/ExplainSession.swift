import Base
import DecoderKit
import Evaluation
import Images
import Measuring
import PluginHost
import Scanning

/// The search for the least changes with which decoders read one image.
///
/// While the decoders read the image as it is, the place of the symbol is looked for, and faults are measured
/// there; the changes that mend those come first. Decoders work side by side, and end together.
public struct ExplainSession: Sendable {
  private let decoders: [ConfiguredDecoder]
  private let stop: StopSignal
  private let budget: Duration

  /// Makes a session.
  ///
  /// - Parameter budget: The processor time that each decoder may take for an image; by default a few seconds, which
  ///   more decoders than processors share.
  package init(decoders: [ConfiguredDecoder], stop: StopSignal, budget: Duration? = nil) {
    self.decoders = decoders
    self.stop = stop
    self.budget = budget ?? ExplainBudget.whole(decoders: decoders.count)
  }

  /// Tries the changes on an image. Blocks the caller.
  ///
  /// As soon as the symbology of a backed reading is known, decoders that do not read it are left alone. What
  /// is left over when a decoder's time is up is not tried, and is named.
  ///
  /// - Throws: `ImageError` for a file that is no image, or an error if workers can no longer be started.
  public func explain(_ input: ScanInputs.Input) throws -> (image: GrayImage, Explanation) {
    let bytes = try input.bytes()
    let image = try ImageFile.decode(bytes, name: input.path)
    let task = ExplainLane.Task(
      image: image, truth: input.truth, budget: budget)
    let lanes = try ExplainLanes(decoders, task, stop: stop)
    defer { lanes.close() }
    let look = ImageLook(image, colours: try input.colours(of: image, in: bytes))
    let ladder = ChangeLadder(
      image, channels: look.colours, places: look.places, signs: look.signs)
    lanes.add(.init(kinds: ladder.kinds, ladder: ladder))
    let results = try lanes.results()
    let missed = missed(results, task)
    let first = explanation(results, task, look, missed)
    // A border around the image does not help a symbol that something dark touches.
    guard
      let change = ImageChange.isolating(first.measurement, carrier: first.symbology?.carrier)
    else { return (image, first) }
    lanes.add(.init(kinds: [[change]], ladder: ladder))
    return (image, explanation(try lanes.results(), task, look, missed))
  }

  /// The most readings whose structure is looked for because no other decoder agrees.
  private static let mostMeasured = 2

  /// The symbols of the image as it is that some decoder reads, and another one that reads a symbol misses.
  private func missed(
    _ results: [ExplainLanes.Result], _ task: ExplainLane.Task
  ) -> [Explanation.Missed] {
    let scanned = decoders.map { ScanDecoder($0) }
    var claims = furtherClaims(results)
    for (lane, result) in results.enumerated() {
      claims += result.found.filter { $0.change == nil }.map { (lane: lane, claim: $0.claim) }
    }
    guard Set(claims.map(\.lane)).count > 1 else { return [] }
    let gauge = SymbolGauge(within: ExplainBudget.measuring)
    let agreed = ReadingEvidence(claims.map(\.claim), truth: task.truth).supports
    let alone = claims.indices.filter {
      agreed[$0] == nil && claims[$0].claim.measurement.source == .none(.notFound)
    }
    for place in alone.prefix(task.truth == .unknown ? Self.mostMeasured : 0) {
      let (lane, claim) = claims[place]
      claims[place].claim = .init(
        decoder: scanned[lane], reading: claim.reading,
        measurement: gauge.measure(claim.reading, in: task.image))
    }
    let supports = ReadingEvidence(claims.map(\.claim), truth: task.truth).supports
    return Explanation.Missed.all(
      zip(claims, supports).map {
        (decoder: $0.lane, reading: $0.claim.reading, isBacked: $1 != nil)
      }, decoders: scanned)
  }

  /// The claims of further symbols in the image as it is, which are not measured.
  private func furtherClaims(
    _ results: [ExplainLanes.Result]
  ) -> [(lane: Int, claim: ReadingEvidence.Claim)] {
    results.enumerated().flatMap { lane, result in
      result.others.map { reading in
        let nowhere = SymbolMeasurement(source: .none(.notFound), outline: nil)
        return (
          lane: lane,
          claim: ReadingEvidence.Claim(
            decoder: ScanDecoder(decoders[lane]), reading: reading, measurement: nowhere)
        )
      }
    }
  }

  private func explanation(
    _ results: [ExplainLanes.Result], _ task: ExplainLane.Task, _ look: ImageLook,
    _ missed: [Explanation.Missed]
  ) -> Explanation {
    let all = results.enumerated().flatMap { lane, result in result.found.map { (lane, $0) } }
    // Other decoders may have read these symbols first: what agrees with further readings is backed.
    let evidence = ReadingEvidence(
      all.map(\.1.claim) + furtherClaims(results).map(\.claim), truth: task.truth)
    let labels = decoders.map(\.label)
    var (unchanged, doubtful): ([String: Reading], [String: Reading]) = ([:], [:])
    var successes: [Explanation.Success] = []
    var backed: [SymbolMeasurement] = []
    for ((lane, found), support) in zip(all, evidence.supports) {
      let reading = found.claim.reading
      if support != nil { backed.append(found.unchanged) }
      guard let change = found.change else {
        if support != nil {
          unchanged[labels[lane]] = reading
        } else {
          doubtful[labels[lane]] = reading
        }
        continue
      }
      // A decoder that needs no change is given some until another one agrees.
      guard unchanged[labels[lane]] == nil else { continue }
      let isKnown = successes.contains {
        $0.decoder == labels[lane] && $0.change.fault == change.fault
          && ($0.support != nil || support == nil)
      }
      if isKnown { continue }
      successes.append(
        .init(decoder: labels[lane], change: change, reading: reading, support: support))
    }
    let measurement = Explanation.measurement(among: backed, in: task.image)
    var explanation = Explanation(
      decoders: decoders.map { ScanDecoder($0) }, unchanged: unchanged, successes: successes,
      measurement: measurement,
      errors: Dictionary(
        uniqueKeysWithValues: zip(labels, results.map(\.errors)).filter { $0.1 > 0 }),
      untried: Dictionary(
        uniqueKeysWithValues: zip(labels, results.map(\.untried)).filter { !$0.1.isEmpty }),
      unbackedUnchanged: doubtful, potential: backed.isEmpty ? look.places : [],
      signs: look.signs(of: measurement, in: task.image))
    explanation.failures = Dictionary(
      uniqueKeysWithValues: results.compactMap { result in result.failure.map { ($0.decoder, $0) } }
    )
    explanation.hasTruth = task.truth != .unknown
    explanation.missed = missed
    return explanation
  }
}
