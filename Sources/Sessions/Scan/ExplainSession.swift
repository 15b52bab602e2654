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
/// there; the changes that mend those come first. Decoders work side by side, and end together. Where none of them
/// reads the image, decoders that were not asked for look at it once, as it is: witnesses, which know what kind of code
/// it shows.
package struct ExplainSession: Sendable {
  private let decoders: [ConfiguredDecoder]
  private let witnesses: [ConfiguredDecoder]
  private let stop: StopSignal
  private let budget: Duration

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - witnesses: The other decoders that can be used.
  ///   - budget: The processor time that each decoder may take for an image; by default a few seconds, which more
  ///     decoders than processors share.
  package init(
    decoders: [ConfiguredDecoder], witnesses: [ConfiguredDecoder] = [], stop: StopSignal,
    budget: Duration? = nil
  ) {
    self.decoders = decoders
    self.witnesses = witnesses
    self.stop = stop
    self.budget = budget ?? ExplainBudget.whole(decoders: decoders.count)
  }

  /// Tries the changes on an image. Blocks the caller.
  ///
  /// As soon as the symbology of a backed reading is known, decoders that do not read it are left alone. What
  /// is left over when a decoder's time is up is not tried, and is named.
  ///
  /// - Throws: `ImageError` for a file that is no image, or an error if workers can no longer be started.
  package func explain(_ input: ScanInputs.Input) throws -> (image: GrayImage, Explanation) {
    let bytes = try input.bytes()
    let image = try ImageFile.decode(bytes, name: input.path)
    let task = ExplainLane.Task(
      image: image, truth: input.truth, budget: budget)
    let lanes = try ExplainLanes(decoders, task, stop: stop)
    defer { lanes.close() }
    let look = ImageLook(image, colours: try input.colours(of: image, in: bytes))
    let ladder = ChangeLadder(
      image, channels: look.colours, places: look.places, signs: look.signs)
    let witnessed = try witnessed(lanes, ladder, task)
    lanes.add(.init(kinds: ladder.kinds, ladder: ladder))
    let results = try lanes.results()
    let missed = missed(results, task)
    let tried = Set(ladder.kinds.joined().map(\.fault))
    var first = explanation(results, witnessed, task, look, missed, tried: tried)
    first.settings = settings(first, ladder, task)
    if !first.isRead, first.foreign == nil {
      first.settings = combinations(results, ladder, task)
      return (image, first)
    }
    // A border around the image does not help a symbol that something dark touches.
    guard
      let change = ImageChange.isolating(first.measurement, carrier: first.symbology?.carrier)
    else { return (image, first) }
    lanes.add(.init(kinds: [[change]], ladder: ladder))
    var last = explanation(try lanes.results(), witnessed, task, look, missed, tried: tried)
    last.settings = first.settings
    return (image, last)
  }

  /// The settings with which decoders read the image as it is what they read after a change that an option of theirs
  /// makes needless. Each is tried.
  private func settings(
    _ explanation: Explanation, _ ladder: ChangeLadder, _ task: ExplainLane.Task
  ) -> [Explanation.Setting] {
    let successes = explanation.findings.flatMap(\.successes)
    let options = decoders.flatMap { decoder in
      successes.filter { $0.decoder == decoder.label }.compactMap { success in
        success.change.fault.purpose.flatMap(decoder.switchingOn).map { (success, $0) }
      }
    }
    guard !options.isEmpty, !stop.isRequested,
      let lanes = try? ExplainLanes(options.map(\.1.decoder), task, stop: stop)
    else { return [] }
    defer { lanes.close() }
    // A decoder that does not start with its own option is no error of the image.
    guard let results = try? lanes.unchanged(ladder) else { return [] }
    return zip(options, results).compactMap { option, result in
      let (success, (setting, decoder)) = option
      return (result.found.map(\.claim.reading) + result.others)
        .first { ReadingMerge.isSameContents($0, success.reading) }
        .map {
          Explanation.Setting(
            decoder: decoder.label, setting: setting, fault: success.change.fault, reading: $0)
        }
    }
  }

  /// The decoders' own settings together with changes, where neither is known to be enough alone, in the time that is
  /// left of the image's. Of each decoder the first that something backs.
  private func combinations(
    _ results: [ExplainLanes.Result], _ ladder: ChangeLadder, _ task: ExplainLane.Task
  ) -> [Explanation.Setting] {
    let variants = zip(decoders, results).flatMap { decoder, result in
      ImageFault.allCases.compactMap { fault in
        fault.purpose.flatMap(decoder.switchingOn).map {
          (fault: fault, option: $0, result.remaining)
        }
      }.uniqued(by: \.option.setting)
    }
    guard let time = variants.map(\.2).min(), time > .zero, !stop.isRequested else { return [] }
    let task = ExplainLane.Task(image: task.image, truth: task.truth, budget: time)
    guard let lanes = try? ExplainLanes(variants.map(\.option.decoder), task, stop: stop) else {
      return []
    }
    defer { lanes.close() }
    lanes.add(.init(kinds: ladder.cheapKinds, ladder: ladder))
    guard let found = try? lanes.results() else { return [] }
    return zip(variants, found).compactMap { variant, result in
      result.found.first(where: \.isBacked).map {
        Explanation.Setting(
          decoder: variant.option.decoder.label, setting: variant.option.setting,
          fault: variant.fault, change: $0.change, reading: $0.claim.reading)
      }
    }
  }

  /// The findings of the witnesses where no decoder reads the image as it is for certain.
  ///
  /// Where all that they read is of symbologies that no decoder supports, and something backs it, no change is tried.
  private func witnessed(
    _ lanes: ExplainLanes, _ ladder: ChangeLadder, _ task: ExplainLane.Task
  ) throws -> [ExplainLanes.Result] {
    guard !witnesses.isEmpty else { return [] }
    let results = try lanes.unchanged(ladder)
    guard !results.contains(where: \.isContent) else { return [] }
    // Nobody asked for witnesses: those that do not start say nothing.
    guard let others = try? ExplainLanes(witnesses, task, stop: stop) else { return [] }
    defer { others.close() }
    guard var witnessed = try? others.unchanged(ladder) else { return [] }
    // A decoder that is asked is given changes until something backs what it reads: so is a witness.
    let claims = testimonies(witnessed, besides: results, task).map(\.testimony)
    if !claims.isEmpty, claims.allSatisfy({ $0.support == nil }) {
      others.add(.init(kinds: ladder.kinds, ladder: ladder))
      witnessed = (try? others.results()) ?? witnessed
    }
    let heard = testimonies(witnessed, besides: results, task).map(\.testimony)
    if let first = heard.first, first.support != nil, let symbology = first.reading.symbology,
      decoders.contains(where: { $0.identity.supports(symbology) })
        || heard.allSatisfy({ $0.reading.symbology.map(isForeign) ?? false })
    {
      lanes.tell(symbology)
    }
    return witnessed
  }

  private func isForeign(_ symbology: Symbology) -> Bool {
    !decoders.contains { $0.identity.supports(symbology) }
  }

  /// What the witnesses read, with where it was measured: what is backed comes first, and of that what some decoder
  /// supports.
  private func testimonies(
    _ witnessed: [ExplainLanes.Result], besides results: [ExplainLanes.Result],
    _ task: ExplainLane.Task
  ) -> [(testimony: Explanation.Testimony, measurement: SymbolMeasurement)] {
    let heard = claims(witnessed, of: witnesses)
    let changed = witnessed.flatMap(\.found).filter { $0.change != nil }.map(\.claim)
    let evidence = ReadingEvidence(
      heard + changed + claims(results, of: decoders), truth: task.truth)
    let all = zip(heard, evidence.supports).map { claim, support in
      (
        testimony: Explanation.Testimony(
          witness: claim.decoder.label, reading: claim.reading, support: support),
        measurement: claim.measurement
      )
    }
    func rank(_ one: Explanation.Testimony) -> Int {
      (one.support == nil ? 2 : 0) + (one.reading.symbology.map(isForeign) ?? true ? 1 : 0)
    }
    return (0..<4).flatMap { place in all.filter { rank($0.testimony) == place } }
  }

  /// The claims about the image as it is, those of further symbols unmeasured.
  private func claims(
    _ results: [ExplainLanes.Result], of decoders: [ConfiguredDecoder]
  ) -> [ReadingEvidence.Claim] {
    results.flatMap { $0.found.filter { $0.change == nil }.map(\.claim) }
      + furtherClaims(results, of: decoders).map(\.claim)
  }

  /// The most readings whose structure is looked for because no other decoder agrees.
  private static let mostMeasured = 2

  /// The symbols of the image as it is that some decoder reads, and another one that reads a symbol misses.
  private func missed(
    _ results: [ExplainLanes.Result], _ task: ExplainLane.Task
  ) -> [Explanation.Missed] {
    let scanned = decoders.map { ScanDecoder($0) }
    var claims = furtherClaims(results, of: decoders)
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
    _ results: [ExplainLanes.Result], of decoders: [ConfiguredDecoder]
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
    _ results: [ExplainLanes.Result], _ witnessed: [ExplainLanes.Result], _ task: ExplainLane.Task,
    _ look: ImageLook, _ missed: [Explanation.Missed], tried: Set<ImageFault>
  ) -> Explanation {
    let all = results.enumerated().flatMap { lane, result in result.found.map { (lane, $0) } }
    // Other decoders may have read these symbols first: what agrees with further readings is backed.
    let evidence = ReadingEvidence(
      all.map(\.1.claim) + furtherClaims(results, of: decoders).map(\.claim)
        + claims(witnessed, of: witnesses), truth: task.truth)
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
    let heard = testimonies(witnessed, besides: results, task)
    // A code that no decoder supports says nothing of what keeps them from reading.
    for (testimony, measurement) in heard
    where testimony.support != nil && !(testimony.reading.symbology.map(isForeign) ?? true) {
      backed.append(measurement)
    }
    let isUnsupported = backed.isEmpty && heard.first?.testimony.support != nil
    let measurement = Explanation.measurement(among: backed, in: task.image)
    var explanation = Explanation(
      decoders: decoders.map { ScanDecoder($0) }, unchanged: unchanged, successes: successes,
      measurement: measurement,
      errors: Dictionary(
        uniqueKeysWithValues: zip(labels, results.map(\.errors)).filter { $0.1 > 0 }),
      untried: Dictionary(
        uniqueKeysWithValues: zip(labels, results.map(\.untried)).filter { !$0.1.isEmpty }),
      unbackedUnchanged: doubtful, potential: backed.isEmpty && !isUnsupported ? look.places : [],
      signs: isUnsupported ? [] : look.signs(of: measurement, in: task.image))
    explanation.failures = Dictionary(
      uniqueKeysWithValues: results.compactMap { result in result.failure.map { ($0.decoder, $0) } }
    )
    explanation.hasTruth = task.truth != .unknown
    explanation.missed = missed
    explanation.tried = tried
    explanation.witnesses = witnesses.map { ScanDecoder($0) }
    explanation.testimonies = heard.map(\.testimony)
    return explanation
  }
}

extension ImageFault {
  /// The purpose of decoders' options that make the change for it needless; `nil` without any.
  fileprivate var purpose: OptionSpecification.Purpose? {
    switch self {
    case .inverted: .inverted
    case .turned: .turned
    default: nil
    }
  }
}
