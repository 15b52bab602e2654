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
    case .problems(let problems): problems.map { "\($0)" }.joined(separator: ", ")
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
}
