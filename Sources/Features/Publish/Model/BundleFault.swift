import Results

/// The reason that a bundle is not confirmed before anything is decoded.
package enum BundleFault: Error, Hashable, Sendable {
  /// A file is not there or cannot be read.
  case unreadable(file: String, reason: String)
  /// A file is not the one that was submitted.
  case digest(file: String)
  /// The verdicts are of another corpus, seed or decoders than the first file says.
  case otherRun(file: String)
  /// Samples are drawn otherwise here, so that nothing can be said about them.
  case otherSamples(corpus: String, group: String, level: String, isOtherFile: Bool)
  /// The run cannot be one of a table.
  case unfit(Unfitness)
  /// The corpus has samples that the bundle lacks, or holds twice.
  case samples(decoder: String, group: String, level: String, isTwice: Bool)
  /// A line of outcomes contradicts itself, the corpus or what the group's images hold.
  case outcomes(decoder: String, group: String, level: String)
  /// Samples were not tried by a decoder that was not given up.
  case untried(decoder: String, samples: Int)
  /// A decoder was given up with fewer fatal images than that takes.
  case deaths(decoder: String, fatal: Int, needed: Int)
  /// The log lacks an error or a wrong answer, or has one that was none.
  case log(decoder: String, sample: String)
  /// The first file states what no run does.
  case impossible(place: String, reason: String)
  /// A figure is not the one that follows from the outcomes.
  case figure(file: String, place: String, stated: String, computed: String, harness: String?)
  /// A file has something that no harness of this version writes, and of which nothing can be said.
  case unread(file: String, place: String)
  /// A statement about a decoder is not true of the one that its argument names.
  case decoder(label: String, fact: String, stated: String, found: String)

  /// The kinds of runs that cannot be submitted.
  package enum Unfitness: Hashable, Sendable {
    /// The harness that wrote it kept no outcomes.
    case olderHarness
    /// It was stopped, or it is a slice.
    case partial
    /// It chose its own trials.
    case chosenTrials
    /// A decoder's program was lost in mid-run.
    case lost(String)
    /// Photos could not be read.
    case unreadablePhotos
    /// Streams were watched on the real clock, which nobody can repeat.
    case realClock
    /// Its deadline is so short that the load of a machine decides who keeps it.
    case shortTimeout
  }

  /// True if the bundle says something that is not so; false if it cannot be judged here.
  var isContradiction: Bool {
    switch self {
    case .digest, .otherRun, .samples, .outcomes, .untried, .deaths, .log, .decoder, .impossible:
      true
    case .figure(_, _, _, _, let harness): harness == nil
    case .unreadable, .otherSamples, .unfit, .unread: false
    }
  }
}

extension Submission {
  /// The shortest deadline of a decode that is submitted, in seconds.
  package static let leastTimeoutSeconds = 0.1

  /// The reason for which a run cannot be submitted; `nil` if there is none.
  package static func unfitness(_ settings: RunSettings, _ outcome: RunOutcome?) -> BundleFault
    .Unfitness?
  {
    guard let outcome else { return .olderHarness }
    if outcome.wasStopped { return .partial }
    if settings.timeoutSeconds < leastTimeoutSeconds { return .shortTimeout }
    if outcome.curves != nil || settings.aim != nil { return .chosenTrials }
    if let lost = outcome.lost?.first { return .lost(lost.label) }
    if outcome.unreadable != nil { return .unreadablePhotos }
    return outcome.streams == nil ? nil : .realClock
  }
}
