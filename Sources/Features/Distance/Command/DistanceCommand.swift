import ArgumentParser
import Base
import Console
import DecoderKit
import Results
import Sessions

/// `harness distance`: how far a printed code is read, with which camera, by which decoder.
package struct DistanceCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "distance",
    abstract: "Says up to which distance decoders read a printed code through a camera.",
    discussion: """
      The distance follows from a decoder's threshold in a stored run, the printed size and the \
      camera's focal length. --at gives module size and verdicts at one distance; --for with \
      --at, how large to print. The limits of defocus, movement and tilt come from runs of corpora \
      of their own; if one is missing, the command names it. With --walk-away, what harness live \
      measured with your camera replaces the run.

      Exit codes: 0 fine, 2 a camera or a run could not be used, 64 wrong usage.
      """)

  /// The forms in which distances are written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table
    case json
  }

  @OptionGroup var options: DistanceOptionGroup

  @Option(
    help: ArgumentHelp(
      "A run with thresholds: a report folder, folder:number, or a number; may be repeated.",
      discussion:
        "One each for module size, defocus, motion and tilt. Default: the finished run below "
        + "reports/ of symbols of the code's size, clean ones first, with the most trials.",
      valueName: "run"),
    completion: Completions.stores)
  var against: [String] = []

  @Option(
    help: ArgumentHelp(
      "What harness live measured as you walked away, in place of stored runs.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var walkAway: String?

  @Option(
    help: ArgumentHelp("Module size and verdicts at this distance: 3m.", valueName: "length"),
    transform: PhysicalOption.distance)
  var at: Double?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "With --at: how large to print the code for this decoder.", valueName: "decoder"))
  var decoders: [String] = []

  @Option(
    help: ArgumentHelp(
      "Checks a claim against the camera: 10cm@3m=15px; may be repeated.",
      discussion: "The code's width, its distance, and the pixels per module that are claimed.",
      valueName: "claim"), transform: FrameOption.claim)
  var claim: [SizeClaim] = []

  @Option(help: "table, or json (docs/distance.schema.json).")
  var format: Format = .table

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Writes a page with a chart.", valueName: "file"), completion: .file())
  var output: String?

  /// The decoder that the printed size is asked for.
  private var decoder: String? { decoders.first }

  package init() {}

  package func validate() throws {
    // Limits of drawn images beside a hand's thresholds would be neither.
    if walkAway != nil, !against.isEmpty || !claim.isEmpty || !options.isStill {
      throw ValidationError(
        "a walk-away measured the code as it was held: leave out --against, --claim, --tilt and --speed"
      )
    }
    if decoders.count > 1 || decoders.contains(where: { $0.contains(",") }) {
      throw ValidationError(
        "--for is one decoder: ask for each by itself. --at without --for says of all which read it"
      )
    }
    if decoder != nil, at == nil {
      throw ValidationError("--for needs the distance, too: --for zxing --at 2m")
    }
    let needsSize = decoder == nil && claim.isEmpty
    if needsSize, options.code.xDimensionMillimetres == nil {
      let unit = options.code.bareSize.map {
        "; if the \($0) at its end is that, its unit is missing: \($0)mm"
      }
      throw ValidationError("--code needs its printed size, too: qr:v2:20mm" + (unit ?? ""))
    }
    if !claim.isEmpty, options.code.columns == nil {
      throw ValidationError("--claim needs a code whose modules are known: --code qr:v2")
    }
    if output != nil, !needsSize {
      throw ValidationError("--output is for distances, neither for --for nor for --claim")
    }
  }

  package func run() throws {
    try reportingFailures {
      let report = try report()
      switch format {
      case .table: try printResult(report.document.text(Terminal.style()))
      case .json: try printData(DistanceJSON.render(report))
      }
      if let output {
        try AtomicFile.write(Array(report.page.utf8), to: output, isDurable: false)
        printMessage("wrote \(output)")
      }
    }
  }

  /// The thresholds of stored runs, with what to say of recommended decoders that those do not have.
  private func evidence(
    of session: DistanceSession, for question: DistanceQuestion
  ) throws -> DistanceEvidence {
    var evidence = try session.evidence(for: question.code, tiltDegrees: question.tiltDegrees)
    if let corpus = evidence.run?.corpus {
      evidence.leftOut = Installation.plugins(given: []).leftOut(
        besides: evidence.thresholds.map(\.reference).uniqued(),
        again: "harness compare --corpus \(corpus)")
    }
    return evidence
  }

  private func report() throws -> DistanceReport {
    let walk = try walkAway.map { try WalkRecord(path: $0) }
    let question = try options.question(of: walk)
    if let check = ClaimCheck(question, claim) { return DistanceReport(check) }
    let session = try DistanceSession(against: against, catalog: Installation.corpora)
    let evidence =
      try walk.map { try DistanceEvidence($0, for: question.code) }
      ?? evidence(of: session, for: question)
    let asked = Set(evidence.thresholds.flatMap { question.asked(of: $0).conditions })
    let conditions = try question.conditions.filter(asked.contains).map {
      try session.evidence(of: $0, for: question.code)
    }
    guard let decoder, let at else {
      return DistanceReport(
        DistanceTable(question, evidence: evidence, conditions: conditions), atMillimetres: at)
    }
    guard
      let report = DistanceReport(
        question, evidence: evidence, conditions: conditions, for: decoder, atMillimetres: at)
    else {
      let known = evidence.thresholds.map(\.decoder).reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      throw RequestError(
        "\(walk == nil ? "the run" : "the walk-away") has no thresholds of \"\(decoder)\"."
          + SpellingSuggestion.sentence(for: decoder, among: known)
          + " It has those of \(known.joined(separator: ", ")).")
    }
    return report
  }
}
