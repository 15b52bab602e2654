import Results
import Statistics

/// The observations of one decoder at one level of one group, as a line of a bundle.
///
/// With the log it holds all that scores are made of, so that whoever reads a bundle computes them anew.
package struct OutcomeLine: Hashable, Sendable, Codable {
  /// The decoder's name in tables.
  package var decoder: String
  /// `recipe/condition`.
  package var group: String
  package var level: Level
  /// The verdicts in the order of trials, like ones together: `38 read 1 no-read 2 -`, where `-` was not tried.
  package var verdicts: String
  /// The successes that strict matching does not count.
  package var loose: [Int]?
  /// The trials that a fresh worker repeated.
  package var retried: [Int]?
  /// Wall-clock times of the trials that were made, in their order.
  package var wallNanoseconds: [Int]
  /// CPU times of the trials that were made, in their order; `nil` where no score is made of them, which is so
  /// but for streams.
  package var cpuNanoseconds: [Int]?
  /// The classes of misreads, by trial.
  package var misreadClasses: [Int: MisreadClass]?
  /// Readings beside those that were judged, by trial, where there were some.
  package var extras: [Int: Extras]?
  /// The outcomes of the symbols of images with several, by trial.
  package var symbols: [Int: String]?
  /// The verdicts on meanings, by trial.
  package var meanings: [Int: String]?
  /// The fits of corners by trial, packed; see ``OutlineFit``.
  package var outlines: [Int: [UInt32]]?

  /// Makes a line of one cell's observations.
  ///
  /// - Parameter hasCPUTimes: True for streams.
  package init(
    decoder: String, group: String, level: Level, trials: Int, hasCPUTimes: Bool,
    _ observations: [Observation]
  ) {
    (self.decoder, self.group, self.level) = (decoder, group, level)
    var verdicts = [Verdict?](repeating: nil, count: trials)
    for observation in observations { verdicts[observation.place.trial] = observation.verdict }
    self.verdicts = Self.text(verdicts)
    wallNanoseconds = observations.map(\.wallNanoseconds)
    cpuNanoseconds = hasCPUTimes ? observations.map(\.cpuNanoseconds) : nil
    func by<Value>(_ value: (Finding) -> Value?) -> [Int: Value]? {
      let found = observations.compactMap { observation in
        value(observation.finding).map { (observation.place.trial, $0) }
      }
      return found.isEmpty ? nil : Dictionary(uniqueKeysWithValues: found)
    }
    func places(_ isWanted: (Observation) -> Bool) -> [Int]? {
      let found = observations.filter(isWanted).map(\.place.trial)
      return found.isEmpty ? nil : found
    }
    loose = places { $0.verdict.isSuccess && !$0.finding.isStrict }
    retried = places(\.wasRetried)
    misreadClasses = by(\.misreadClass)
    extras = by { $0.extras == Extras() ? nil : $0.extras }
    symbols = by(\.symbols)
    meanings = by(\.meanings)
    outlines = by { finding in
      finding.outlines.map { fits in
        (0..<fits.count).map { fits[$0]?.packed ?? OutlineFit.packedAbsence }
      }
    }
  }

  private static let untried = "-"

  private static func text(_ verdicts: [Verdict?]) -> String {
    var words: [String] = []
    var rest = verdicts[...]
    while let verdict = rest.first {
      let run = rest.prefix { $0 == verdict }.count
      words += ["\(run)", verdict?.rawValue ?? untried]
      rest = rest.dropFirst(run)
    }
    return words.joined(separator: " ")
  }

  /// The verdicts trial by trial, `nil` for those that were not tried; `nil` unless there is one for each
  /// of a number of trials.
  package func verdicts(of trials: Int) -> [Verdict?]? {
    let words = verdicts.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count.isMultiple(of: 2) else { return nil }
    var verdicts: [Verdict?] = []
    for place in stride(from: 0, to: words.count, by: 2) {
      let verdict = Verdict(rawValue: String(words[place + 1]))
      guard let count = Int(words[place]), (1...max(trials, 1)).contains(count),
        count <= trials - verdicts.count, verdict != nil || words[place + 1] == Self.untried
      else { return nil }
      verdicts += Array(repeating: verdict, count: count)
    }
    return verdicts.count == trials ? verdicts : nil
  }

  /// The observations of the line; `nil` if its parts contradict each other.
  package func observations(decoder: Int, group: Int, level: Int, trials: Int) -> [Observation]? {
    guard let verdicts = verdicts(of: trials) else { return nil }
    let tried = verdicts.indices.filter { verdicts[$0] != nil }
    let places = Set(tried)
    let cpuNanoseconds = cpuNanoseconds ?? tried.map { _ in 0 }
    let named = [loose ?? [], retried ?? []].joined()
    guard tried.count == wallNanoseconds.count, tried.count == cpuNanoseconds.count,
      (wallNanoseconds + cpuNanoseconds).allSatisfy({ $0 >= 0 }),
      named.allSatisfy(places.contains),
      Self.areIn(places, misreadClasses), Self.areIn(places, extras), Self.areIn(places, symbols),
      Self.areIn(places, meanings), Self.areIn(places, outlines)
    else { return nil }
    let (loose, retried) = (Set(self.loose ?? []), Set(self.retried ?? []))
    var observations: [Observation] = []
    for (rank, trial) in tried.enumerated() {
      guard let verdict = verdicts[trial], misreadClasses?[trial] == nil || verdict == .misread
      else { return nil }
      var finding = Finding(
        verdict, isStrict: verdict.isSuccess && !loose.contains(trial),
        misreadClass: misreadClasses?[trial], symbols: symbols?[trial],
        meanings: meanings?[trial], extras: extras?[trial] ?? Extras())
      if let packed = outlines?[trial] {
        let fits = packed.map { $0 == OutlineFit.packedAbsence ? nil : OutlineFit(packed: $0) }
        guard zip(packed, fits).allSatisfy({ $0 == OutlineFit.packedAbsence || $1 != nil })
        else { return nil }
        finding.outlines = SymbolOutlines(fits)
      }
      observations.append(
        Observation(
          decoder: decoder, place: SamplePlace(group: group, level: level, trial: trial),
          finding: finding, wallNanoseconds: wallNanoseconds[rank],
          cpuNanoseconds: cpuNanoseconds[rank], wasRetried: retried.contains(trial)))
    }
    return observations
  }

  private static func areIn<Value>(_ places: Set<Int>, _ values: [Int: Value]?) -> Bool {
    values?.keys.allSatisfy(places.contains) ?? true
  }
}

/// A line of a bundle's log: an error or a wrong answer, with what was read or how the worker ended.
package struct SubmissionLogLine: Hashable, Sendable, Codable {
  /// The decoder's name in tables.
  package var decoder: String
  /// The sample's key.
  package var sample: String
  package var verdict: Verdict
  /// True if a fresh worker repeated the sample; `nil` for no.
  package var retried: Bool?
  /// The ending of the worker, the error message or the wrong reading; `nil` where nothing is known.
  package var detail: String?
  /// The end of what the worker printed; `nil` if it printed nothing.
  package var printed: String?

  package init(decoder: String, sample: String, _ observation: borrowing Observation) {
    (self.decoder, self.sample) = (decoder, sample)
    let finding = observation.finding
    (verdict, detail, printed) = (finding.verdict, finding.detail, finding.printed)
    retried = observation.wasRetried ? true : nil
  }

  /// True for observations of which the log has a line.
  package static func isAsked(of finding: Finding) -> Bool {
    finding.detail != nil || finding.printed != nil || isNeeded(by: finding.verdict)
  }

  /// True for verdicts without which no log is whole: errors and wrong answers.
  package static func isNeeded(by verdict: Verdict) -> Bool {
    verdict.isBreakage || verdict.isFalse
  }
}
