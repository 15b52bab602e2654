import Base
import CodeGeneration
import Sessions

/// The answers before anybody was asked: those of the samples, and over them those of a file and the command.
struct SuggestedAnswers: Sendable {
  /// A file of answers; `nil` for none.
  let file: String?
  /// The goal that matters most; `nil` for what the file or the samples say.
  let goal: Goal?
  /// The programs' languages; `nil` for what the file says.
  let languages: [String]?
  /// The generators at hand.
  let catalogue: GeneratorCatalogue

  /// The languages in which programs can be written.
  var knownLanguages: [String] { Set(catalogue.generators.map(\.language)).sorted() }

  /// Makes the answers.
  ///
  /// - Parameter needs: The samples' needs; `nil` before anybody looked at them.
  /// - Throws: `FileFault` for a file of other answers.
  func answers(for needs: SampleNeeds?) throws -> Answers {
    var answers = Answers(
      suggestedBy: needs ?? SampleNeeds(SampleSurvey(images: [], decoders: [])))
    if let file {
      answers = try AnswerFile.read(
        String(decoding: WholeFile.read(file, maximumBytes: 1 << 20), as: UTF8.self), file: file,
        into: answers, payloads: needs?.payloads)
    }
    if let goal { answers.goal = goal }
    if let languages { answers.languages = languages }
    return answers
  }

  /// Checks what no file's reader can know.
  ///
  /// - Throws: `RequestError` for a language that no template writes.
  func check(_ answers: Answers) throws {
    let known = knownLanguages
    if let wrong = answers.languages.first(where: { !known.contains($0) }) {
      throw RequestError(
        known.isEmpty
          ? "no template is installed, so no program can be written: leave out --language"
          : "no template writes \"\(wrong)\"; languages: \(known.joined(separator: ", "))")
    }
  }
}
