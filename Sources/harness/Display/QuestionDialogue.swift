import Configuring
import Console
import Foundation
import PluginHost
import Reporting

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
    var flow = QuestionFlow(needs, suggested: suggested, languages: languages)
    say(
      "\nThree questions. Enter takes the answer in brackets, ? explains it, < goes back; commas stand between "
        + "several words.")
    while let step = flow.step {
      ask(step, flow)
      guard let line = answer() else { throw ExitStatus.interrupted }
      switch flow.receive(line) {
      case .answered(let question):
        say("  → " + ConfigureWording.understood(question, flow.answers))
      case .explain(.question(let question)):
        say("  \(ConfigureWording.help(question, languages: languages)).")
      case .explain(.others):
        say("  Enter begins the search with these suggestions; more asks about each one.")
      case .refused(let error): say("  \(ConfigureWording.sentence(error)); ? explains it")
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
      say("\n\(place)\(ConfigureWording.prompt(question))")
      writeToStandardError(Terminal.fitting("  [\(usual)] "))
    case .others(let count):
      say(
        "\nThe samples suggest answers to \(count) more questions. Begin, or ask them? Enter, or more"
      )
      writeToStandardError("  [begin] ")
    }
  }

  private func say(_ text: String) {
    writeToStandardError(Terminal.filling(Terminal.fitting(Terminal.harmless(text))) + "\n")
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
