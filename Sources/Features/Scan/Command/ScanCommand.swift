import ArgumentParser
import Console
import Evaluation
import Foundation
import PluginHost
import Reporting
import Scanning
import Sessions

/// `harness scan`: what every decoder reads in images, and how large the modules are.
package struct ScanCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Reads images with every decoder: values, places, module sizes, margins.",
    discussion: """
      Lists each symbol once: the decoders that read it and those that did not, its module size as \
      measured in the image, and how that compares with each decoder's threshold in a stored \
      run. With more than \(ScanBrief.mostImages) images, one row per image, unless an option asks for more.

      Exit codes: 0 something was read in every image, 1 not in every image, 2 a file or a decoder that was \
      named could not be used, 64 wrong usage, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "Images, folders of images, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @OptionGroup var decoders: DecoderOptionGroup

  @OptionGroup var viewing: ViewingOptionGroup

  @OptionGroup var aiming: AimOptionGroup

  @OptionGroup var streaming: StreamOptionGroup

  @Flag(help: "Also lists places that look like a symbol but were not read, with a hint.")
  var potential = false

  @OptionGroup var reading: ReadingOptionGroup

  @OptionGroup var output: ScanOutputOptionGroup

  @OptionGroup var processors: ImageJobsOptionGroup

  @Flag(help: "No closing remarks.")
  var quiet = false

  @OptionGroup var color: ColorOptionGroup

  package init() {}

  package func validate() throws {
    if aiming.guides, output.overlay == nil { throw ValidationError("--guides needs --overlay") }
    _ = try aiming.aim()
    if paths.isEmpty, streaming.cameraDevice == nil {
      throw ValidationError("name images or folders of images; - is standard input")
    }
    if streaming.isStream {
      guard paths.count == (streaming.cameraDevice == nil ? 1 : 0) else {
        throw ValidationError("--stream takes one path, and --camera-device none")
      }
      guard output.format == .table || output.format == .jsonl else {
        throw ValidationError("--stream writes --format table or jsonl: one line for each event")
      }
      if potential || reading.against != nil || processors.wantedJobs != nil || output.full {
        throw ValidationError(
          "--potential, --against, --jobs and --full are for images, not for --stream")
      }
    }
  }

  package func run() throws {
    try interruptibly { stop in
      guard !streaming.isStream else { return try runStream(stop) }
      let inputs = ScanInputs(paths, excluding: output.overlay).inputs
      let thresholds = try reading.thresholds()
      let overlay = try output.overlay.map {
        try OverlayFolder(
          $0, images: inputs.map { ($0.path, $0.name) }, showsGuides: aiming.guides)
      }
      let choice = try decoders.choice()
      let plan = try plan(inputs, choice, thresholds)
      let summary = try show(ScanSession(plan: plan, stop: stop), of: plan, overlay)
      try overlay?.writePage()
      if !quiet { sayRemarks(summary, plan, choice, thresholds, overlay) }
      if stop.isRequested { throw ExitStatus.interrupted }
      printMessages(about: choice.unavailable)
      if output.open, let overlay { Browser.open(overlay.page) }
      if let failure = thresholds.failure { throw failure }
      if summary.unreadable > 0 || !choice.unavailable.isEmpty {
        throw ExitStatus.cannotDoItsJob
      }
      if summary.withoutReading + summary.withoutSelection > 0 { throw ExitStatus.nothingRead }
    }
  }

  private func plan(
    _ inputs: [ScanInputs.Input], _ choice: DecoderChoice, _ thresholds: ThresholdSource
  ) throws -> ScanPlan {
    try choice.requireDecoders()
    let jobs = min(processors.jobs, max(inputs.count, 1))
    try DescriptorBudget.reserve(
      workers: jobs * choice.decoders.reduce(0) { $0 + $1.members.count })
    return try ScanPlan(
      inputs: inputs, decoders: choice.decoders, jobs: jobs,
      deathsBeforeGivingUp: reading.giveUpAfter, viewing: viewing.viewing(),
      findsPotential: potential, thresholds: thresholds,
      aim: aiming.aim())
  }

  /// True to show a row for each image, and not what no row has a place for.
  private func isBrief(_ plan: ScanPlan) -> Bool {
    plan.inputs.count > ScanBrief.mostImages && output.format == .table
      && !(output.full || output.verbose || potential)
      && reading.against == nil && plan.viewing == nil
  }

  /// Scans, and writes the results in the order of the images: each as soon as those before it are written, or,
  /// for people, all below the answer.
  private func show(
    _ session: ScanSession, of plan: ScanPlan, _ overlay: OverlayFolder?
  ) throws -> ScanSummary {
    let text = ScanText(color.style, isVerbose: output.verbose)
    var writer = output.format.writer(
      plan.decoders.map(ScanDecoder.init), text, isRaw: output.raw)
    let print = output.format.isData ? printData : printResult
    var summary = ScanSummary()
    var brief = isBrief(plan) ? ScanBrief() : nil
    var held: [String] = []
    func put(_ piece: String?) throws {
      guard let piece else { return }
      if output.format.isData { try print(piece) } else { held.append(piece) }
    }
    func showHeld() throws {
      let answer = summary.answer(plan.decoders.map(ScanDecoder.init)).map { $0 + "." }
      let opening = answer.map { color.style.paragraph($0, .strong) } ?? []
      let rows = brief?.lines(color.style, below: opening.count) ?? held
      guard !rows.isEmpty else { return }
      for piece in opening + rows { try print(piece) }
    }
    let progress = StepProgress(isQuiet: quiet || output.format.isData || plan.inputs.count < 20)
    do {
      if brief == nil { try put(writer.begin()) }
      try session.run(step: { try overlay?.write($0, $1) }) { image, _ in
        if case .unreadable(let reason) = image.outcome, output.format.isData {
          printMessage("\(image.path): \(reason)")
        }
        summary.count(image)
        progress.showNow("scanned \(image.index + 1) of \(plan.inputs.count) images")
        brief?.add(image)
        if brief == nil { try put(writer.piece(image)) }
        return isOutputRead
      }
      try put(writer.end())
    } catch {
      progress.end()
      try showHeld()
      throw error
    }
    progress.end()
    try showHeld()
    return summary
  }

  private func sayRemarks(
    _ summary: ScanSummary, _ plan: ScanPlan, _ choice: DecoderChoice,
    _ thresholds: ThresholdSource, _ overlay: OverlayFolder?
  ) {
    if !decoders.decoders.isEmpty {
      for one in choice.leftOut { printMessage(one) }
    }
    printMessage(summary.text)
    if !isBrief(plan) {
      let evidence = summary.thresholdRemark(passedOver: thresholds.passedOver)
      if let evidence { printMessage(evidence) }
      // Of a store that could not be read, nobody knows what it has.
      if thresholds.failure == nil, let remark = summary.marginRemark { printMessage(remark) }
    }
    if let remark = plan.viewing.flatMap(summary.distanceRemark) { printMessage(remark) }
    if let overlay { printMessage(overlay.remark) }
    if let next = summary.next(of: paths, decoders: decoders.decoders) { printMessage(next) }
  }
}
