import Base

/// A file of answers: a mapping of questions to words or lists of words.
enum AnswerFile {
  /// The version of the file format.
  static let format = 1

  /// Reads answers over those that the samples suggest.
  ///
  /// - Parameters:
  ///   - yaml: The file's text.
  ///   - file: The file's name, for errors.
  ///   - suggested: The suggested answers.
  ///   - payloads: The payloads of each sample by its name; `nil` if they are not known yet.
  /// - Throws: ``FileFault`` with the line, for an unknown question or a wrong answer.
  static func read(
    _ yaml: String, file: String, into suggested: Answers, payloads: [String: [[UInt8]]]? = [:]
  ) throws(FileFault) -> Answers {
    let keys = ["format"] + Question.allCases.map(\.rawValue)
    let root = try YAMLNode(
      yaml: yaml, file: file, label: "the answers",
      empty: "the file is empty: answers start with \"format: \(format)\"")
    let mapping = try root.mapping(known: keys)
    let version = try mapping.required("format")
    guard try version.integer(in: 1...Int.max) == format else {
      throw version.error("this harness reads format \(format) of answers")
    }
    var answers = suggested
    for question in Question.allCases {
      guard let node = mapping[question.rawValue] else { continue }
      var words: [String] = []
      if node.isList {
        for item in try node.list(of: "words") { words.append(try item.string()) }
      } else {
        words = [try node.string()]
      }
      do throws(AnswerError) {
        try answers.answer(question, with: words, payloads: payloads)
      } catch {
        throw node.error(
          "\"\(error.given)\" is no answer to \"\(question.rawValue)\": write "
            + error.accepted.joined(separator: ", "))
      }
    }
    return answers
  }

  /// Writes all answers, so that a silent run repeats an interactive one.
  static func text(_ answers: Answers, to questions: [Question]) -> String {
    let lines = questions.map { question in
      let words = answers.words(question).map(quoted)
      return "\(question.rawValue): "
        + (words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]")
    }
    return (["format: \(format)"] + lines).joined(separator: "\n") + "\n"
  }

  /// A word in YAML's double quotes (YAML 1.2, 7.3.1), where it needs them.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard !isPlain || ["yes", "no"].contains(word) else { return word }
    let escaped = word.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
        "\\u" + String(String(scalar.value + 0x10000, radix: 16).dropFirst())
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
