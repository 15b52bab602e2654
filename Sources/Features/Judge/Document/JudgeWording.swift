import Reporting
import Results

/// The words for a judgement.
struct JudgeWording {
  private let judgement: Judgement

  init(_ judgement: Judgement) { self.judgement = judgement }

  /// The verdict in a word or a few.
  func word(_ verdict: Judgement.Verdict?) -> String {
    guard let verdict else { return "nothing to judge by" }
    return verdict == .noDifference ? "no difference shown" : verdict.rawValue
  }

  /// The outcomes of an image in both builds.
  static func flip(_ sample: FlippedSample) -> String {
    sample.isPhantom
      ? "a phantom in the build after alone (\(sample.after.name))"
      : "\(sample.before.name) before, \(sample.after.name) after"
  }

  /// The verdict in one sentence, and what else a maintainer wants to know first.
  var answer: [String] {
    guard let verdict = judgement.verdict else {
      return ["The builds have nothing to be judged by"]
    }
    let changes = significant
    // Two builds may have one name, which tells them not apart.
    let names = [judgement.before.asked, judgement.after.asked]
    let (before, after) = names[0] == names[1] ? ("", "") : (" (\(names[0]))", " (\(names[1]))")
    let first =
      switch verdict {
      case .noDifference: "No difference shown between the two builds: \(visible)"
      case .mixed:
        "The build after\(after) is better than the one before\(before) in one respect and worse in another: "
          + changes
      case .better, .worse:
        "The build after\(after) is \(verdict.rawValue) than the one before\(before): \(changes)"
      }
    return [first] + speed + crashes
  }

  /// The significant changes: those of whole corpora, and of groups where their corpus has none of the kind.
  private var significant: String {
    var words: [String] = []
    for corpus in judgement.corpora {
      let whole = corpus.parts.first?.changes.filter { $0.direction != .none } ?? []
      words += whole.map {
        sentence($0, in: corpus.corpus, of: corpus.parts.first?.pairs ?? 0, corpus.unit)
      }
      for part in corpus.parts.dropFirst() {
        words += part.changes.filter { change in
          change.direction != .none
            && !whole.contains { $0.kind == change.kind && $0.direction == change.direction }
        }.map {
          sentence($0, in: "\(corpus.corpus)/\(part.group ?? "")", of: part.pairs, corpus.unit)
        }
      }
    }
    return words.joined(separator: "; ")
  }

  private func sentence(
    _ change: JudgedChange, in place: String, of pairs: Int, _ unit: JudgedCorpus.Unit
  ) -> String {
    let (worse, better) = (Numerals.count(change.worse), Numerals.count(change.better))
    let what =
      switch change.kind {
      case .reads:
        "\(worse) of \(Numerals.count(pairs)) \(unit.rawValue) broken and \(better) fixed"
      case .misreads: "\(worse) new misreads and \(better) gone"
      case .phantoms: "\(worse) new phantoms and \(better) gone"
      case .crashes: "\(worse) new crashes and \(better) gone"
      case .timeouts: "\(worse) new timeouts or failures and \(better) gone"
      }
    return "\(what) on \(place) (\(Numerals.p(change.adjustedP)))"
  }

  /// The change that would have been seen.
  private var visible: String {
    let shares = judgement.corpora.compactMap { corpus in
      corpus.visibleShare.map {
        "\(Numerals.percentage($0)) of "
          + "\(Numerals.counted(corpus.independentImages, "independent image", "independent images")) "
          + "of \(corpus.corpus)"
      }
    }
    return shares.isEmpty
      ? "there are too few images to show any"
      : "a change that breaks \(Words.list(shares, joinedBy: "or")) and fixes none would have been seen in nine "
        + "runs of ten"
  }

  private var speed: [String] {
    judgement.corpora.compactMap { corpus in
      guard let whole = corpus.parts.first, let ratio = whole.timeRatio, whole.speed != .alike
      else { return nil }
      return
        "Reads of \(corpus.corpus) take \(Numerals.decimal(ratio.value, places: 2)) times as long "
        + "(\(Numerals.decimal(ratio.lower, places: 2)) to \(Numerals.decimal(ratio.upper, places: 2)))"
    }
  }

  /// New crashes that are too few to be significant are told all the same.
  private var crashes: [String] {
    judgement.corpora.compactMap { corpus in
      guard let change = corpus.parts.first?.change(.crashes), change.worse > 0,
        change.direction != .worse
      else { return nil }
      return
        "The build after crashes on \(Numerals.counted(change.worse, "image", "images")) of \(corpus.corpus) "
        + "where the build before does not: too few to count in the verdict, but each crashed twice"
    }
  }

  /// The builds, and the images or symbols that were compared.
  var basis: String {
    let compared = Dictionary(grouping: judgement.corpora, by: \.unit).mapValues {
      $0.reduce(0) { $0 + ($1.parts.first?.pairs ?? 0) }
    }
    let counts = [
      compared[.images].map { Numerals.counted($0, "image", "images") },
      compared[.symbols].map { Numerals.counted($0, "symbol", "symbols") },
    ]
    return "\(name(judgement.before)) before, \(name(judgement.after)) after · "
      + "\(Words.list(counts.compactMap(\.self))) of "
      + Numerals.counted(judgement.corpora.count, "corpus", "corpora")
      + (judgement.wasStopped ? " · interrupted" : "")
  }

  private func name(_ build: Judgement.Build) -> String {
    "\(build.asked) (\(build.library) \(build.version))"
  }

  var remarks: [String] {
    (judgement.isSameProgram
      ? ["Both builds run from the same files: see whether the second one was built"] : []) + [
        "Exact paired tests with Holm's correction over the "
          + Numerals.counted(judgement.tests, "test", "tests")
          + " with enough images that differ; builds that answer alike are called different in at most 5 % of runs",
        "Times are no part of the verdict",
      ]
  }
}
