import Console
import Foundation
import PluginHost

/// One question at a time on the terminal, back and forth.
struct QuestionDialogue {
  private let questions: [Question]
  private let payloads: [String: [[UInt8]]]
  private let stop: StopSignal

  init(_ needs: SampleNeeds, stop: StopSignal) {
    questions = Question.allCases.filter { $0.applies(to: needs) }
    payloads = needs.payloads
    self.stop = stop
  }

  /// Asks all questions; an empty line takes the suggested answer, `<` goes back a step.
  ///
  /// - Throws: ``ExitStatus/interrupted`` when input ends in the middle: nothing was decided then.
  func run(_ suggested: Answers) throws -> Answers {
    var answers = suggested
    var index = 0
    writeToStandardError("\nEnter takes the answer in brackets, < goes back, words take commas.\n")
    while index < questions.count {
      let question = questions[index]
      let usual = answers.words(question).joined(separator: question == .reject ? "; " : ", ")
      writeToStandardError(
        Terminal.fitting(
          "\n\(index + 1)/\(questions.count)  \(ConfigureWording.prompt(question))\n  [\(usual)] "))
      guard let line = answer() else { throw ExitStatus.interrupted }
      // Patterns have commas of their own.
      let words = line.split(separator: question == .reject ? ";" : ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }.filter { !$0.isEmpty }
      if words == ["<"] {
        index = max(index - 1, 0)
        continue
      }
      guard !words.isEmpty else {
        index += 1
        continue
      }
      do throws(AnswerError) {
        try answers.answer(question, with: words, payloads: payloads)
        index += 1
      } catch {
        writeToStandardError(Terminal.fitting("  \(ConfigureWording.sentence(error))\n"))
      }
    }
    return answers
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
