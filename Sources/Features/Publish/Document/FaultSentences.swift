extension SplitFault: CustomStringConvertible {
  /// The sentence for people: what differs, and what would be right.
  package var description: String {
    switch self {
    case .samples: "its corpus or renderer differs from the commitment's"
    case .day: "its date differs from the commitment's"
    case .hash(let was, let now):
      "its hash is \(now.prefix(16))…, but the commitment has \(was.prefix(16))…"
    case .changed(let corpus, let was, let now):
      "the split was committed to for \(was.corpus) version \(was.version) (\(was.sha256.prefix(12))…, drawing "
        + "code \(was.renderer)), and here is \(now.corpus) version \(now.version) "
        + "(\(now.sha256.prefix(12))…, drawing code \(now.renderer)): take the \(corpus) of that time"
    }
  }
}

extension BundleFault: CustomStringConvertible {
  /// The sentence for people: what is wrong, and where.
  package var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): \(reason)"
    case .digest(let file):
      "\(file) is not the file that was submitted: its SHA-256 is not the one in \(Submission.fileName)"
    case .otherRun(let file): "\(file) is of another run than \(Submission.fileName) says"
    case .otherSamples(let corpus, let group, let level, let isOtherFile):
      "\(corpus) is drawn differently here"
        + (group.isEmpty ? "" : ", first in \(group) at \(level)")
        + (isOtherFile
          ? ": the corpus file is another one" : ": use a harness of the same version")
    case .unfit(let reason): "the run cannot be submitted: \(Self.sentence(reason))"
    case .samples(let decoder, let group, let level, let isTwice):
      "\(Self.outcomes): \(decoder) \(isTwice ? "is there twice" : "is missing") on \(group) at \(level); a "
        + "bundle has each sample of the corpus once"
    case .outcomes(let decoder, let group, let level):
      "\(Self.outcomes): the outcomes of \(decoder) on \(group) at \(level) are not those of the corpus's "
        + "samples: their number, their kinds or their times are wrong"
    case .untried(let decoder, let samples):
      "\(Self.outcomes): \(decoder) was not given up, and \(samples) samples were not tried"
    case .deaths(let decoder, let fatal, let needed):
      "\(Self.outcomes): \(decoder) is said to have been given up after \(needed) consecutive crashes or timeouts, but has "
        + "\(fatal) in all"
    case .log(let decoder, let sample):
      "\(Submission.Part.log.rawValue) is not the log of these outcomes: look for \(decoder) on \(sample)"
    case .impossible(let place, let reason): "\(Submission.fileName): \(place) \(reason)"
    case .figure(let file, let place, let stated, let computed, let harness):
      "\(file) does not follow from \(Self.outcomes): \(place) is \(stated), and the outcomes give \(computed)"
        + (harness.map { "; it was computed by harness \($0): verify it with that one" } ?? "")
    case .unread(let file, let place):
      "\(file) has \(place), which this harness does not know: nothing confirms it; take the harness that wrote it"
    case .decoder(let label, let fact, let stated, let found):
      "\(Submission.fileName): the \(fact) of \(label) is given as \"\(stated)\", and is \"\(found)\""
    }
  }

  private static let outcomes = Submission.Part.outcomes.rawValue

  private static func sentence(_ reason: Unfitness) -> String {
    switch reason {
    case .olderHarness:
      "it holds no outcomes; make it again with harness publish submit of this version"
    case .partial: "it was stopped, or it is a slice; let it finish, or merge its slices"
    case .chosenTrials: "it chose its own trials; make one without --precision, --budget and --time"
    case .lost(let decoder): "the program of \(decoder) disappeared during the run; repeat the run"
    case .unreadablePhotos: "photos could not be read; repair or remove them"
    case .realClock: "the streams used the real clock; use the virtual one"
    case .shortTimeout:
      "its decoders had less than \(Submission.leastTimeoutSeconds) s for an image, so that the load of its machine "
        + "decides; make one with a longer --timeout"
    }
  }
}
