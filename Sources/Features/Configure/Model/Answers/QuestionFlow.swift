import Foundation

/// The questions one after the other, with the effect of each line that somebody types.
///
/// Three questions come first. The others have good suggestions, and are asked only if that is asked for.
struct QuestionFlow: Sendable {
  /// The next thing to ask.
  enum Step: Hashable, Sendable {
    case question(Question)
    /// The question whether so many further ones should be asked.
    case others(Int)
  }

  /// The effect of a line.
  enum Reply: Hashable, Sendable {
    /// The question has an answer; the next step is another one.
    case answered(Question)
    /// The question is to be explained, and asked again.
    case explain(Step)
    /// Nothing changed: the line is no answer.
    case refused(AnswerError)
    /// A step back, or the choice whether there are further questions.
    case moved
  }

  /// The questions that are always asked.
  static let first: [Question] = [.symbologies, .goal, .language]

  /// The answers so far.
  private(set) var answers: Answers
  private let suggested: Answers
  private let payloads: [String: [[UInt8]]]
  private let languages: [String]
  private let others: [Question]
  private var steps: [Step]
  private var place = 0

  /// Starts with the first question.
  ///
  /// - Parameters:
  ///   - needs: The needs of the samples, which leave some questions out.
  ///   - suggested: The suggested answers.
  ///   - languages: The languages in which programs can be written.
  init(_ needs: SampleNeeds, suggested: Answers, languages: [String]) {
    self.languages = languages
    (answers, self.suggested, payloads) = (suggested, suggested, needs.payloads)
    others = Question.allCases.filter { $0.applies(to: needs) && !Self.first.contains($0) }
    steps = Self.first.map(Step.question) + [.others(others.count)]
  }

  /// The step that is asked now; `nil` at the end.
  var step: Step? { place < steps.count ? steps[place] : nil }

  /// True before the first answer.
  var isAtStart: Bool { place == 0 }

  /// The number of the question and of all that are asked; `nil` for what is no question.
  var number: (of: Int, all: Int)? {
    guard case .question = step else { return nil }
    let isLong = place >= Self.first.count
    return isLong
      ? (place - Self.first.count, others.count) : (place + 1, Self.first.count)
  }

  /// Takes a line: an empty one takes what is suggested, `?` explains, `<` goes a step back.
  mutating func receive(_ line: String) -> Reply {
    guard let step else { return .moved }
    let isList = step == .question(.reject)  // Patterns have commas of their own.
    let words = line.split(separator: isList ? ";" : ",")
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    switch (words, step) {
    case (["?"], _):
      return .explain(step)
    case (["<"], _):
      place = max(place - 1, 0)
      return .moved
    case (_, .others):
      guard words.isEmpty || ["more", "yes", "y", "begin", "no", "n"].contains(words[0]) else {
        return .explain(step)
      }
      steps.removeSubrange((place + 1)...)
      if ["more", "yes", "y"].contains(words.first) { steps += others.map(Step.question) }
      place += 1
      return .moved
    case ([], .question(let question)):
      place += 1
      return .answered(question)
    case (_, .question(let question)):
      var next = answers
      if question == .symbologies { next.symbologies = suggested.symbologies }
      do throws(AnswerError) {
        try next.answer(question, with: words, payloads: payloads)
      } catch {
        return .refused(error)
      }
      if let unknown = next.languages.first(where: { !languages.contains($0) }) {
        return .refused(
          AnswerError(question: question, given: unknown, accepted: ["all"] + languages))
      }
      answers = next
      place += 1
      return .answered(question)
    }
  }
}
