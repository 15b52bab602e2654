/// The state of a configuration in the browser, as its page gets it.
struct ConfigureState: Codable, Sendable {
  /// The part of the work that is on.
  enum Phase: String, Codable, Sendable {
    /// Samples are collected; there is none, or nobody has read one yet.
    case collecting
    /// The samples are being read.
    case surveying
    /// A question waits.
    case asking
    /// The search is on.
    case searching
    /// The files are there.
    case done
  }

  /// A sample on the wall.
  struct Sample: Codable, Sendable {
    let name: String
    let symbols: [Symbol]
    /// The fault that keeps it from being read, if nobody reads it.
    var fault: String?

    struct Symbol: Codable, Sendable {
      let symbology: String
      let value: String
      let readers: [String]
      let modulePixels: Double?
    }

    init(_ image: SurveyedImage) {
      name = image.name
      symbols = image.symbols.map {
        Symbol(
          symbology: $0.symbology.description, value: String(decoding: $0.bytes, as: UTF8.self),
          readers: $0.decoders, modulePixels: $0.moduleSizePixels)
      }
    }
  }

  /// The count of a symbology.
  struct Counter: Codable, Sendable {
    let symbology: String
    let symbols: Int
    let images: Int
  }

  /// The question that waits.
  struct Question: Codable, Sendable {
    /// Its name in files of answers; empty for the question whether there should be more.
    let name: String
    let prompt: String
    let help: String
    /// The answer that an empty line takes.
    let usual: String
    /// Its number of so many: `1/3`; empty for the question whether there should be more.
    let place: String
  }

  var phase = Phase.collecting
  /// A sentence about the work that is on, or about what went wrong.
  var message = ""
  /// True if the message says what went wrong.
  var isFault = false
  var samples: [Sample] = []
  var counters: [Counter] = []
  /// The needs of the samples, in sentences.
  var needs: [String] = []
  var question: Question?
  /// The answers that were understood.
  var understood: [String] = []
  /// The decoder that is in front so far, with its evidence: after the survey, and after each round of the search.
  var leader: [String] = []
  /// The steps of the search.
  var steps: [String] = []
  /// The recommendation with its evidence.
  var recommendation: String?
  /// The programs, or why there is none.
  var programs: [String] = []
  /// The files that were written, by their paths in the output folder.
  var files: [String] = []
}

extension ConfigureState.Question {
  init(_ step: QuestionFlow.Step, _ flow: QuestionFlow, languages: [String]) {
    switch step {
    case .question(let question):
      name = question.rawValue
      prompt = ConfigureWording.prompt(question)
      help = ConfigureWording.help(question, languages: languages) + "."
      usual = flow.answers.words(question).joined(separator: question == .reject ? "; " : ", ")
      place = flow.number.map { "\($0.of)/\($0.all)" } ?? ""
    case .others(let count):
      name = ""
      prompt = ConfigureWording.others(count)
      help = "begin starts the search with these suggestions; more asks about each one."
      usual = "begin"
      place = ""
    }
  }
}
