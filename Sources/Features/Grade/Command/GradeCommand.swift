import ArgumentParser
import Base
import Foundation
import Images
import Measuring
import PluginHost
import Reporting
import Scanning
import Sessions

/// `harness grade`: the print quality grades of symbols in images.
struct GradeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract:
      "Grades symbols in images by ISO/IEC 15416, 15415 or 29158, as far as images can tell.",
    discussion: """
      Linear symbols (Code 128, Code 39, Code 93, ITF, EAN, UPC) are graded by ISO/IEC 15416:2016 with ten \
      scans, QR Code and Data Matrix by ISO/IEC 15415:2011 or, as marks on parts, by ISO/IEC TR 29158:2011. \
      Aperture and light are not those of a verifier: no conformance is claimed.

      Exit codes: 0 a symbol was graded in every image, 1 not in every image, 2 a file or a decoder that \
      was named could not be used, 64 wrong usage, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "Images, folders of images, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

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

  @Option(help: "text, or json (grade.schema.json).")
  var format: GradeFormat = .text

  @Flag(
    name: .customLong("no-color"),
    help: "No colour; NO_COLOR in the environment has the same effect.")
  var noColor = false

  func validate() throws {
    if let aperture, !SymbolGrader.apertures.contains(aperture) {
      throw ValidationError("--aperture must be 0.1 to 2 modules")
    }
    if channel != nil, paths.contains("-") {
      throw ValidationError("--channel is for files: standard input is read once")
    }
  }

  func run() throws {
    try reportingFailures {
      let stop = StopSignal()
      let interrupts = Interrupts(stopping: stop)
      defer { interrupts.end() }
      let selection = try decoders.selection()
      try selection.requireDecoders()
      let inputs = ScanInputs(paths).inputs
      let plan = ScanPlan(
        inputs: inputs, decoders: selection.decoders,
        jobs: min(Processors.usable, max(inputs.count, 1)),
        deathsBeforeGivingUp: 10, viewing: nil, findsPotential: false, thresholds: nil)
      let session = GradeSession(
        plan: plan,
        grader: SymbolGrader(gradesPartMarks: standard == .partMarks, apertureModules: aperture),
        channel: channel?.channel, stop: stop)
      let images = try show(session)
      if stop.isRequested { throw ExitStatus.interrupted }
      printMessages(about: selection.unavailable)
      if images.contains(where: { $0.image.contents == nil }) || !selection.unavailable.isEmpty {
        throw ExitStatus.cannotDoItsJob
      }
      if images.contains(where: { !$0.isGraded }) { throw ExitStatus.nothingRead }
    }
  }

  private func show(_ session: GradeSession) throws -> [GradedImage] {
    let text = GradeText(Terminal.style(allowsColor: !noColor))
    var images: [GradedImage] = []
    try session.run { graded in
      if case .unreadable(let reason) = graded.image.outcome, format == .json {
        printMessage("\(graded.image.path): \(reason)")
      }
      if format == .text { try printResult(text.render(graded) + "\n") }
      images.append(graded)
      return isOutputRead
    }
    switch format {
    case .text:
      if images.contains(where: \.isGraded) {
        try printResult(text.remark(isColour: channel == nil && images.contains { $0.isColour }))
      }
    case .json: try printData(GradeJSON.render(images))
    }
    return images
  }
}

extension GradeFormat: ExpressibleByArgument {}

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
