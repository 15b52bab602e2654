import CodeGeneration

/// The words about generated programs.
enum ProgramWording {
  static func sentence(_ outcome: ProgramSession.Outcome) -> String {
    switch outcome {
    case .written(let program, let folder):
      let steps = [program.build, program.run].filter { !$0.isEmpty }
        .map { $0.joined(separator: " ") }.joined(separator: " && ")
      let left =
        program.ignored.isEmpty
        ? "" : "; without " + program.ignored.joined(separator: ", ") + ", see its README.md"
      return "\(program.summary): cd \(folder)" + (steps.isEmpty ? "" : " && \(steps) IMAGE…")
        + left
    case .noGenerator(let language):
      return "no template writes \(language) for this decoder"
    case .refused(let language, let error):
      return "no program in \(language): \(reason(error))"
    }
  }

  private static func reason(_ error: CodeGenerationError) -> String {
    switch error {
    case .problems(let problems): problems.map(words).joined(separator: "; ")
    case .symbologyWithoutCode(let symbology): "the library's template has no \(symbology)"
    case .valueWithoutCode(let option, let value): "the template has no code for \(option)=\(value)"
    case .contradictingAddOns(let option): "\(option) contradicts the answer on add-ons"
    case .template(let error): "\(error)"
    }
  }

  /// The agreement of a program with the harness, sample by sample where they differ.
  static func lines(_ agreement: ProgramSession.Agreement) -> [String] {
    if let failure = agreement.failure {
      return ["\(agreement.summary): \(reason(failure))"]
    }
    let same = agreement.samples - agreement.differing.count
    return [
      "\(agreement.summary): \(same) of \(agreement.samples) samples as the harness reads them"
    ]
      + agreement.differing.map {
        "  \($0.path): \(shown($0.program)), the harness \(shown($0.harness))"
      }
  }

  private static func reason(_ error: ProgramRunError) -> String {
    switch error {
    case .notStarted(let command, let reason): "\(command) does not start: \(reason)"
    case .buildFailed(let errors): "the build failed:\n\(errors)"
    case .timeLimit(let command): "\(command) took too long"
    case .killed(let command, let signal, _): "\(command) was ended by signal \(signal)"
    case .badOutput(let line): "it printed \(line)"
    }
  }

  private static func shown(_ readings: [ProgramReading]?) -> String {
    guard let readings else { return "died" }
    guard !readings.isEmpty else { return "reads nothing" }
    return "reads "
      + readings.map { reading in
        let name = reading.symbology.map { "\($0)" } ?? "a code"
        return "\(name) \(String(decoding: reading.bytes.prefix(40), as: UTF8.self))"
      }.joined(separator: ", ")
  }

  private static func words(_ problem: ConfigurationProblem) -> String {
    switch problem {
    case .noDecoder: "no decoder is named"
    case .otherDecoder(let named, let identity): "\(named) is named, and the decoder is \(identity)"
    case .badOption(let error): "\(error)"
    case .symbologyNotRead(let symbology): "the decoder does not read \(symbology)"
    case .badLength(let symbology): "a length of \(symbology) is below 0"
    case .badScanArea: "the scan area lies outside the image, or has no extent"
    case .badSelection:
      "the selection's point lies outside the scan area, or its shape has no extent"
    case .emptyRejection(let index): "rejection \(index + 1) has no bytes"
    case .badPattern(let index, let problem): "the pattern of rejection \(index + 1): \(problem)"
    case .badStopRule: "a stop rule's limit is not above 0"
    case .badCaptureResolution: "the capture resolution has no pixels"
    case .badViewFinder: "a view-finder's side is not above 0 and 1 at most"
    case .notSupported(.addOns): "the library's template has no code for add-ons"
    case .notSupported(.selection): "the template has no code for a selection"
    case .notSupported(.rejectionByPattern): "the template has no code for patterns"
    case .notSupported(.valueParsing): "the template has no code for parsed values"
    }
  }
}
