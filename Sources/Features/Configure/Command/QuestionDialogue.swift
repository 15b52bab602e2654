import Base
import Console
import Foundation
import PluginHost

/// The questions on the terminal, back and forth.
struct QuestionDialogue {
  private let needs: SampleNeeds
  private let languages: [String]
  private let stop: StopSignal

  init(_ needs: SampleNeeds, languages: [String], stop: StopSignal) {
    (self.needs, self.languages, self.stop) = (needs, languages, stop)
  }

  /// Asks until nothing is left to ask.
  ///
  /// - Throws: ``ExitStatus/interrupted`` when input ends in the middle: nothing was decided then.
  func run(_ suggested: Answers) throws -> Answers {
    writeToStandardError("\n")
    var flow = QuestionFlow(needs, suggested: suggested, languages: languages)
    say(
      "Three questions. Enter takes the answer in brackets, ? explains it, < goes back; commas stand between "
        + "several words.")
    while let step = flow.step {
      ask(step, flow)
      guard let line = answer() else { throw ExitStatus.interrupted }
      switch flow.receive(line) {
      case .answered(let question):
        say(ConfigureWording.understood(question, flow.answers), label: "  → ")
      case .explain(.question(let question)):
        say(ConfigureWording.help(question, languages: languages) + ".", label: "  ")
      case .explain(.others):
        say(
          "Enter begins the search with these suggestions; more asks about each one.", label: "  ")
      case .refused(let error):
        say(ConfigureWording.sentence(error) + "; ? explains it", label: "  ")
      case .moved: break
      }
    }
    return flow.answers
  }

  private func ask(_ step: QuestionFlow.Step, _ flow: QuestionFlow) {
    switch step {
    case .question(let question):
      let usual = flow.answers.words(question).joined(separator: question == .reject ? "; " : ", ")
      let place = flow.number.map { "\($0.of)/\($0.all)  " } ?? ""
      writeToStandardError("\n")
      say(ConfigureWording.prompt(question), label: place)
      writeToStandardError(Terminal.fitting("  [\(usual)] "))
    case .others(let count):
      writeToStandardError("\n")
      say(ConfigureWording.others(count) + " Enter, or more")
      writeToStandardError("  [begin] ")
    }
  }

  private func say(_ text: String, label: String = "") {
    let lines = Terminal.style(of: STDERR_FILENO).paragraph(Terminal.harmless(text), label: label)
    writeToStandardError(Terminal.fitting(lines.joined(separator: "\n")) + "\n")
  }

  /// The next line of the terminal; `nil` at its end, or if the user stops.
  private func answer() -> String? {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&input, 1, 100) <= 0 {
      if stop.isRequested { return nil }
    }
    return readLine()
  }
}
