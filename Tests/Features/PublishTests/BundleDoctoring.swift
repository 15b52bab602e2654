import DecoderKit
import Results
import Statistics

@testable import Publish

/// A way to doctor a bundle, and the words that say what is wrong.
struct BundleDoctoring: Sendable {
  let name: String
  let words: String
  let forge: @Sendable (inout BundleForge) -> Void

  init(_ name: String, _ words: String, _ forge: @escaping @Sendable (inout BundleForge) -> Void) {
    (self.name, self.words, self.forge) = (name, words, forge)
  }
}

extension BundleDoctoring {
  // MARK: What the corpus asks for

  static let shapes: [BundleDoctoring] = [
    BundleDoctoring("the noisy groups are deleted", "is missing") {
      $0.keep(group: { $0.hasSuffix("plain") })
    },
    BundleDoctoring("all groups but one are deleted", "is missing") {
      $0.keep(group: { $0 == "v2/plain" })
    },
    BundleDoctoring("the hardest level is deleted", "is missing") { $0.keep(level: { $0 != "1" }) },
    BundleDoctoring("all levels but one are deleted", "is missing") {
      $0.keep(level: { $0 == "3" })
    },
    BundleDoctoring("one trial instead of five", "not those of the corpus's samples") {
      $0.cut(to: 1)
    },
    BundleDoctoring("four trials instead of five", "not those of the corpus's samples") {
      $0.cut(to: 4)
    },
    BundleDoctoring("a decoder's hard group is deleted", "is missing") { bundle in
      bundle.lines.removeAll { $0.decoder == "zbar" && $0.group == "v2/noisy" }
    },
    BundleDoctoring("a decoder's symbology is disowned", "symbologies of zbar") { bundle in
      bundle.submission.decoders[0].symbologies = [.code128]
      bundle.lines.removeAll { $0.decoder == "zbar" && $0.group.hasPrefix("v2") }
    },
    BundleDoctoring("a line is there twice", "is there twice") { $0.lines.append($0.lines[0]) },
    BundleDoctoring("a line is of a group that is made up", "not those of the corpus's") { bundle in
      var line = bundle.lines[0]
      line.group = "v2/easy"
      bundle.lines.append(line)
    },
    BundleDoctoring("misses are untried", "samples were not tried") {
      $0.turn(of: "zbar", into: nil)
    },
    BundleDoctoring("one miss is untried", "1 samples were not tried") {
      $0.turn(of: "zbar", into: nil, atMost: 1)
    },
    BundleDoctoring("misses are untried, as if given up", "consecutive crashes or timeouts") {
      bundle in
      bundle.turn(of: "zbar", into: nil)
      bundle.submission.outcome?.givenUp = ["zbar"]
    },
    BundleDoctoring("misses are untried, and reads deaths that let it be given up", "contradicted")
    {
      bundle in
      bundle.submission.settings.deathsBeforeGivingUp = 2
      bundle.turn(.read, of: "zbar", into: .crash, atMost: 2)
      bundle.turn(of: "zbar", into: nil)
      bundle.submission.outcome?.givenUp = ["zbar"]
    },
  ]

  // MARK: Verdicts

  static let verdicts: [BundleDoctoring] = [
    BundleDoctoring("a miss is read", "contradicted") {
      $0.turn(of: "zbar", into: .read, atMost: 1)
    },
    BundleDoctoring("all misses are read", "contradicted") { $0.turn(of: "zxing", into: .read) },
    BundleDoctoring("a rival's read is missed", "contradicted") {
      $0.turn(.read, of: "zxing", into: .noRead, atMost: 1)
    },
    BundleDoctoring("a rival's miss is a misread", "contradicted") {
      $0.turn(of: "zxing", into: .misread, atMost: 1)
    },
    BundleDoctoring("a miss is a timeout", "cannot be judged") {
      $0.turn(of: "zbar", into: .timeout, atMost: 1)
    },
    BundleDoctoring("two misses are timeouts", "2 timeouts of the bundle end here") {
      $0.turn(of: "zbar", into: .timeout, atMost: 2)
    },
    BundleDoctoring("a rival's reads are timeouts", "timeouts of the bundle end here") {
      $0.turn(.read, of: "zxing", into: .timeout)
    },
    BundleDoctoring("a miss is a failure", "1 failures of the bundle do not occur") {
      $0.turn(of: "zbar", into: .failed, atMost: 1)
    },
    BundleDoctoring("a rival's read is a crash", "contradicted") {
      $0.turn(.read, of: "zxing", into: .crash, atMost: 1)
    },
    BundleDoctoring("a read is one of an image without a symbol", "not those of the corpus's") {
      $0.turn(of: "zbar", into: .clean, atMost: 1)
    },
    BundleDoctoring("a miss is one of an image of unknown truth", "not those of the corpus's") {
      $0.turn(of: "zbar", into: .detected, atMost: 1)
    },
    BundleDoctoring("reads are not strict", "contradicted") { bundle in
      bundle.change("zxing") { _, old in
        var new = old
        new.finding.isStrict = false
        return new
      }
    },
    BundleDoctoring("a rival has wrong extras", "contradicted") { bundle in
      bundle.change("zxing") { _, old in
        var new = old
        if old.place.trial == 0 { new.finding.extras.wrong = 1 }
        return new
      }
    },
    BundleDoctoring("a time is negative", "not those of the corpus's") {
      $0.lines[0].wallNanoseconds[0] = -1
    },
    BundleDoctoring("a time is left out", "not those of the corpus's") {
      $0.lines[0].wallNanoseconds.removeLast()
    },
    BundleDoctoring("a time of an hour where 5 s are allowed", "not those of the corpus's") {
      $0.lines[0].wallNanoseconds[0] = 3_600_000_000_000
    },
    BundleDoctoring("CPU times of which nothing is made", "not those of the corpus's") {
      $0.lines[0].cpuNanoseconds = $0.lines[0].wallNanoseconds
    },
    BundleDoctoring("outcomes are of symbols that are none", "not those of the corpus's") {
      $0.lines[0].symbols = [0: "x"]
    },
    BundleDoctoring("corners fit better", "contradicted") { bundle in
      bundle.change("zxing") { _, old in
        var new = old
        if old.finding.outlines != nil {
          new.finding.outlines = SymbolOutlines(
            OutlineFit(errorModules: 0.01, overlap: 1, isInOrder: true))
        }
        return new
      }
    },
    BundleDoctoring("all corners fit a little better", "more to one side than roundings do") {
      bundle in
      bundle.change { _, old in
        var new = old
        let fits = (0..<(old.finding.outlines?.count ?? 0)).map { old.finding.outlines?[$0] }
        let better = fits.map { fit in
          fit.flatMap { OutlineFit(packed: $0.packed - min($0.packed & 0xFFFF, 2)) }
        }
        if old.finding.outlines != nil { new.finding.outlines = SymbolOutlines(better) }
        return new
      }
    },
    BundleDoctoring("each level's outcomes are in another order", "contradicted") { bundle in
      bundle.change("zbar") { group, old in
        var new = old
        new.place = SamplePlace(
          group: old.place.group, level: old.place.level, trial: group.trials - 1 - old.place.trial)
        return new
      }
    },
    BundleDoctoring("two decoders' outcomes are exchanged", "contradicted") { bundle in
      bundle.lines = bundle.lines.map { line in
        var line = line
        line.decoder = line.decoder == "zbar" ? "zxing" : "zbar"
        return line
      }
    },
    BundleDoctoring("two levels' outcomes are exchanged", "contradicted") { bundle in
      let levels = ["1": "3", "3": "1"]
      bundle.lines = bundle.lines.map { line in
        var line = line
        line.level = Level(parsing: levels[line.level.text] ?? line.level.text) ?? line.level
        return line
      }
    },
  ]

  // MARK: Who decoded

  static let decoders: [BundleDoctoring] = [
    BundleDoctoring("a row carries another's argument", "argument of zbar") {
      $0.submission.decoders[0].argument = "zxing"
    },
    BundleDoctoring(
      "a row carries another's argument, as its reference", "is the name of a decoder"
    ) {
      $0.submission.decoders[0].argument = "zbar=zxing"
      $0.submission.decoders[0].reference = "zxing"
    },
    BundleDoctoring("the library's name is false", "library of zbar") {
      $0.submission.decoders[0].library = "ZBarPlus"
    },
    BundleDoctoring("the decoder's name is false", "name of zbar") {
      $0.submission.decoders[0].name = "zxing"
    },
    BundleDoctoring("the library's version is false", "install that one") {
      $0.submission.decoders[0].version = "99.1"
    },
    BundleDoctoring("an option is false", "options of zbar") {
      $0.submission.decoders[0].options["try-harder"] = "always"
    },
    BundleDoctoring("the code's digest is false", "code of zbar") {
      $0.submission.decoders[0].code = String(repeating: "0", count: 64)
    },
    BundleDoctoring("a file's digest is false", "code of zbar") {
      $0.submission.decoders[0].files[0].sha256 = String(repeating: "0", count: 64)
    },
    BundleDoctoring("a decoder has another's hint", "hint of zbar") {
      $0.submission.decoders[0].hints = "symbologies"
    },
    BundleDoctoring("a decoder is not here", "not checked") {
      for place in [\Submission.Decoder.label, \.argument, \.name] {
        $0.submission.decoders[0][keyPath: place] = "nobody"
      }
      $0.submission.outcome?.conduct?[0].label = "nobody"
      $0.lines = $0.lines.map {
        var line = $0
        if line.decoder == "zbar" { line.decoder = "nobody" }
        return line
      }
    },
  ]

  // MARK: Runs

  static let runs: [BundleDoctoring] = [
    BundleDoctoring("another seed", "drawn differently") {
      $0.submission.seed = 4
      $0.corpus.seed = 4
    },
    BundleDoctoring("another corpus file", "the corpus file is another one") {
      $0.submission.corpusSHA256 = String(repeating: "0", count: 64)
      $0.corpus.sha256 = $0.submission.corpusSHA256
    },
    BundleDoctoring("another version of the corpus", "does not follow") {
      $0.submission.corpusVersion = 2
      $0.corpus.version = 2
    },
    BundleDoctoring("a release that there is not", "no release 2026.9") {
      $0.submission.settings.release = ReleaseNumber(parsing: "2026.9").map {
        ReleaseRecord(release: $0, root: String(repeating: "0", count: 64))
      }
    },
    BundleDoctoring("it was stopped", "it was stopped") {
      $0.submission.outcome?.wasStopped = true
    },
    BundleDoctoring("it chose its own trials", "chose its own trials") {
      $0.submission.settings.aim = AdaptiveAim(budget: 100)
    },
    BundleDoctoring("a decoder was lost", "disappeared during the run") {
      $0.submission.outcome?.lost = [UnavailableDecoder(label: "zbar", reason: "gone")]
    },
    BundleDoctoring("photos could not be read", "photos could not be read") {
      $0.submission.outcome?.unreadable = [UnreadablePhoto(file: "a.png", reason: "gone")]
    },
    BundleDoctoring("streams on the real clock", "used the real clock") {
      $0.submission.outcome?.streams = []
    },
    BundleDoctoring("a deadline of 5 ms, and a rival's reads timeouts", "less than 0.1 s") {
      $0.submission.settings.timeoutSeconds = 0.005
      $0.turn(.read, of: "zxing", into: .timeout)
    },
    BundleDoctoring("no outcome", "holds no outcomes") { $0.submission.outcome = nil },
    BundleDoctoring("a misread is not in the log", "is not the log") {
      $0.turn(of: "zxing", into: .misread, atMost: 1)
      $0.log = []
    },
    BundleDoctoring("the log has an error that was none", "is not the log") {
      let sample = $0.corpus.key(of: SamplePlace(group: 0, level: 3, trial: 0))
      $0.turn(of: "zxing", into: .crash, atMost: 1)
      $0.log[0].sample = sample
    },
  ]

  // MARK: Figures

  /// Figures that are changed after everything was made to fit; the first four are unlike each other.
  static let figures: [BundleDoctoring] = [
    BundleDoctoring("ranks", "decoders[0].rank") {
      $0.table.decoders[0].rank = 2
      $0.table.decoders[1].rank = 1
    },
    BundleDoctoring("a threshold in the verdicts", "verdicts.json") {
      $0.verdicts.decoders[0].groups[0].meanThreshold?.value -= 0.1
    },
    BundleDoctoring("scores of another harness", "verify it with that one") {
      $0.submission.provenance.harnessVersion = "0.0.1"
      $0.table.provenance.harnessVersion = "0.0.1"
      $0.verdicts.provenance.harnessVersion = "0.0.1"
      $0.table.decoders[0].rank = 2
    },
    BundleDoctoring("a mean threshold that is left out", "meanThreshold") {
      $0.table.decoders[1].groups[0].meanThreshold = nil
    },
    BundleDoctoring("order", "does not follow") { $0.table.decoders.swapAt(0, 1) },
    BundleDoctoring("totals", "total.read") { $0.table.decoders[1].total.read += 5 },
    BundleDoctoring("counts of a level", "counts.noRead") {
      $0.table.decoders[1].groups[0].levels[0].counts.noRead -= 1
    },
    BundleDoctoring("strict reads", "strictRead") { $0.table.decoders[0].total.strictRead -= 1 },
    BundleDoctoring("the bound on misreads", "misreadUpperBound") {
      $0.table.decoders[1].total.misreadUpperBound = 0
    },
    BundleDoctoring("a mean threshold", "meanThreshold") {
      $0.table.decoders[1].meanThreshold?.value -= 0.1
    },
    BundleDoctoring("an interval", "lower") {
      $0.table.decoders[0].groups[0].levels[0].readRateInterval.lower += 0.01
    },
    BundleDoctoring("a standing", "standing") { $0.table.decoders[1].standing = .apart },
    BundleDoctoring("a median time", "latency") {
      $0.table.decoders[0].groups[0].latency.readMedian = 0.001
    },
    BundleDoctoring("a group's symbology", "corpus.groups[0].symbologies") {
      $0.table.corpus.groups[0].symbologies = [.aztec]
    },
    BundleDoctoring("a p-value", "comparisons") { $0.table.comparisons[0].p = 1e-9 },
    BundleDoctoring("who is better", "comparisons") { $0.table.comparisons[0].better = "zbar" },
    BundleDoctoring("the groups of the ranks", "rankedGroups") {
      $0.table.rankedGroups.removeLast()
    },
    BundleDoctoring("the processor", "provenance.processor") {
      $0.table.provenance.processor = "Faster"
    },
    BundleDoctoring("decoders that could not take part", "unavailable") {
      $0.table.unavailable = [UnavailableDecoder(label: "rival", reason: "crashed")]
    },
    BundleDoctoring("given up in the verdicts", "isGivenUp") {
      $0.verdicts.decoders[0].isGivenUp = true
    },
    BundleDoctoring("an excuse in the verdicts", "acknowledged") {
      $0.verdicts.acknowledged = [
        Acknowledgement(
          cell: CellName(decoder: "zbar", group: "v2/plain"), classes: [.misreads], reason: "none",
          expires: CalendarDay(parsing: "2030-01-01") ?? $0.verdicts.acknowledged[0].expires)
      ]
    },
  ]
}
