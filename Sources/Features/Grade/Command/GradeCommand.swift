import ArgumentParser
import Base
import Console
import Foundation
import Images
import Measuring
import Sessions

/// `harness grade`: the print quality grades of symbols in images.
package struct GradeCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract:
      "Grades symbols in images by ISO/IEC 15416, 15415 or 29158, as far as images can tell.",
    discussion: """
      Linear symbols (Code 128, Code 39, Code 93, ITF, EAN, UPC) are graded by ISO/IEC 15416:2016 with ten \
      scans, QR Code and Data Matrix by ISO/IEC 15415:2011 or, as marks on parts, by ISO/IEC TR 29158:2011. \
      Aperture and light are not those of a verifier: no conformance is claimed.

      With --run, the symbols of a stored run are drawn again and graded, and decode rates are given by grade.

      Exit codes: 0 a symbol was graded in every image, 1 not in every image, 2 a file or a decoder that \
      was named could not be used, 3 no sample of a run can be graded, 64 wrong usage, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "Images, folders of images, or - for standard input; with --run a report folder or a run's number.",
      valueName: "path"), completion: .file())
  var paths: [String] = []

  @OptionGroup var stored: RunGradesOptionGroup

  @Option(
    help: ArgumentHelp(
      "29158 for marks made directly on parts; 15415, the default, for print.",
      discussion: "Linear symbols are graded by 15416 in any case.", valueName: "number"))
  var standard: GradedStandard?

  @Option(
    help: ArgumentHelp(
      "The diameter of the simulated aperture in modules, 0.1 to 2.",
      discussion: "Default: 0.8; by 29158 the better of 0.5 and 0.8.", valueName: "modules"))
  var aperture: Double?

  @Option(
    help: ArgumentHelp(
      "The colour that is taken for reflectance: red, green or blue.",
      discussion: "Default: luminance. Verifiers have red light, of 660 nm.", valueName: "colour"))
  var channel: GradedChannel?

  @OptionGroup var decoders: DecoderOptionGroup

  @Flag(
    help:
      "Shows every parameter of every symbol; otherwise a row a symbol, of several images what is poor."
  )
  var full = false

  @Option(help: "text, or json (grade.schema.json).")
  var format: GradeFormat = .text

  @OptionGroup var color: ColorOptionGroup

  package init() {}

  package func validate() throws {
    if let aperture, !SymbolGrader.apertures.contains(aperture) {
      throw ValidationError("--aperture must be 0.1 to 2 modules")
    }
    if stored.run {
      if paths.count > 1 { throw ValidationError("--run grades one run") }
      if channel != nil { throw ValidationError("--channel is for images, not for --run") }
      return
    }
    if paths.isEmpty { throw ValidationError("name images, or a stored run with --run") }
    if channel != nil, paths.contains("-") {
      throw ValidationError("--channel is for files: standard input is read once")
    }
  }

  private var grader: SymbolGrader {
    SymbolGrader(gradesPartMarks: standard == .partMarks, apertureModules: aperture)
  }

  package func run() throws {
    try stored.run ? reportingFailures(gradeRun) : interruptibly(gradeImages)
  }

  private func gradeRun() throws {
    let source = try stored.source(paths.first)
    let table = try stored.table(source, grader)
    switch format {
    case .text: try printResult(table.document.text(color.style))
    case .json: try printData(GradeTableJSON.render(table))
    }
    try stored.write(table, besideStoreIn: source.run.folder)
  }

  private func gradeImages(_ stop: StopSignal) throws {
    let choice = try decoders.choice()
    try choice.requireDecoders()
    let inputs = ScanInputs(paths).inputs
    let plan = ScanPlan(
      inputs: inputs, decoders: choice.decoders,
      jobs: min(Processors.usable, max(inputs.count, 1)),
      deathsBeforeGivingUp: 10, viewing: nil, findsPotential: false, thresholds: nil)
    let session = GradeSession(plan: plan, grader: grader, channel: channel?.channel, stop: stop)
    var images: [GradedImage] = []
    try session.run { graded in
      images.append(graded)
      return isOutputRead
    }
    try show(images)
    if stop.isRequested { throw ExitStatus.interrupted }
    printMessages(about: choice.unavailable)
    if images.contains(where: { $0.image.contents == nil }) || !choice.unavailable.isEmpty {
      throw ExitStatus.cannotDoItsJob
    }
    if images.contains(where: { !$0.isGraded }) { throw ExitStatus.nothingRead }
  }

  private func show(_ images: [GradedImage]) throws {
    switch format {
    case .text:
      let isLuminance = channel == nil && images.contains { $0.isColour }
      try printResult(
        GradeDocument(images: images, isLuminance: isLuminance, isBrief: !full).document
          .text(color.style))
    case .json:
      for image in images.map(\.image) {
        if case .unreadable(let reason) = image.outcome { printMessage("\(image.path): \(reason)") }
      }
      try printData(GradeJSON.render(images))
    }
  }
}

/// The layouts in which grades are written.
enum GradeFormat: String, CaseIterable, ExpressibleByArgument {
  /// A document for people.
  case text
  /// One JSON document.
  case json
}

/// The standards that `--standard` names.
enum GradedStandard: String, ExpressibleByArgument, CaseIterable {
  /// ISO/IEC 15416 and 15415.
  case print = "15415"
  /// ISO/IEC TR 29158.
  case partMarks = "29158"
}

/// The colours that `--channel` names.
enum GradedChannel: String, ExpressibleByArgument, CaseIterable {
  case red, green, blue

  var channel: ColourChannel {
    switch self {
    case .red: .red
    case .green: .green
    case .blue: .blue
    }
  }
}
