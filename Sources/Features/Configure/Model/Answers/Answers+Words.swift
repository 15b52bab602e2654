import Base
import CodeGeneration
import DecoderKit

/// An answer that is none.
struct AnswerError: Error, Hashable, Sendable {
  let question: Question
  /// The part of the answer that is wrong, as given.
  let given: String
  /// Words that would be right, or their form.
  let accepted: [String]
}

extension Answers {
  /// Returns the answer to a question as words, as ``answer(_:with:)`` takes them.
  func words(_ question: Question) -> [String] {
    switch question {
    case .symbologies: symbologies.map(\.rawValue)
    case .several: [Self.word(several)]
    case .lengths:
      lengths.isEmpty
        ? ["any"]
        : lengths.sorted { $0.key.rawValue < $1.key.rawValue }.map {
          "\($0.key.rawValue):\($0.value.lowerBound)-\($0.value.upperBound)"
        }
    case .addOns: [addOns.rawValue]
    case .checkDigits: [Self.word(checkDigits)]
    case .reject: rejections.isEmpty ? ["nothing"] : rejections.map(Self.word)
    case .stopAfterCodes: [stopRule.uniqueCodes.map(String.init) ?? "never"]
    case .stopAfterSeconds: [stopRule.seconds.map(Self.word) ?? "never"]
    case .scanArea:
      scanArea.map { [$0.left, $0.top, $0.right, $0.bottom].map(Self.word) } ?? ["all"]
    case .viewFinder:
      switch viewFinder {
      case .none: ["none"]
      case .frame(let width, let height): ["frame:\(Self.word(width))x\(Self.word(height))"]
      case .laser(let width): ["laser:\(Self.word(width))"]
      }
    case .values: [Self.word(values)]
    case .goal: [goal.rawValue]
    case .language: languages.isEmpty ? ["all"] : languages
    }
  }

  /// Takes an answer.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - words: The answer; several words where a list is asked for.
  ///   - payloads: The payloads of each sample by its name, for answers that name samples; `nil` if they are
  ///     not known yet, which lets every name pass.
  /// - Throws: ``AnswerError`` that says what would be right; nothing is changed then.
  mutating func answer(
    _ question: Question, with words: [String], payloads: [String: [[UInt8]]]? = [:]
  ) throws(AnswerError) {
    func wrong(_ given: String, _ accepted: [String]) -> AnswerError {
      AnswerError(question: question, given: given, accepted: accepted)
    }
    func one() throws(AnswerError) -> String {
      guard words.count == 1, let word = words.first else {
        throw wrong(words.joined(separator: ", "), ["one word"])
      }
      return word
    }
    func flag() throws(AnswerError) -> Bool {
      let word = try one()
      switch word {
      case "yes", "y", "true": return true
      case "no", "n", "false": return false
      default: throw wrong(word, ["yes", "no"])
      }
    }
    switch question {
    case .symbologies where words == ["all"]: break  // Those of the samples, which are suggested.
    case .symbologies:
      var named: [Symbology] = []
      for word in words {
        guard let symbology = Symbology(parsing: word) else {
          throw wrong(word, Symbology.allCases.map(\.rawValue))
        }
        named.append(symbology)
      }
      guard !named.isEmpty else { throw wrong("", Symbology.allCases.map(\.rawValue)) }
      symbologies = named.uniqued()
    case .several: several = try flag()
    case .lengths: lengths = try Self.lengths(words, wrong)
    case .addOns:
      let word = try one()
      guard let choice = ScannerConfiguration.AddOns(rawValue: word) else {
        throw wrong(word, ScannerConfiguration.AddOns.allCases.map(\.rawValue))
      }
      addOns = choice
    case .checkDigits: checkDigits = try flag()
    case .reject:
      var rules: [ScannerConfiguration.Rejection] = []
      for word in words where words != ["nothing"] {
        rules += try Self.rejections(word, payloads, wrong)
      }
      rejections = rules
    case .stopAfterCodes:
      let word = try one()
      if word == "never" { return stopRule.uniqueCodes = nil }
      guard let number = Int(word), number >= 1 else {
        throw wrong(word, ["never", "a whole number from 1 on"])
      }
      stopRule.uniqueCodes = number
    case .stopAfterSeconds:
      let word = try one()
      if word == "never" { return stopRule.seconds = nil }
      guard let number = Double(word), number > 0, number <= 1e6 else {
        throw wrong(word, ["never", "seconds above 0, a million at most"])
      }
      stopRule.seconds = number
    case .scanArea: scanArea = try Self.area(words, wrong)
    case .viewFinder: viewFinder = try Self.viewFinder(one(), wrong)
    case .values: values = try flag()
    case .goal:
      let word = try one()
      guard let choice = Goal(rawValue: word) else {
        throw wrong(word, Goal.allCases.map(\.rawValue))
      }
      goal = choice
    case .language: languages = words == ["all"] ? [] : words
    }
  }

  private typealias Wrong = (String, [String]) -> AnswerError

  private static func lengths(
    _ words: [String], _ wrong: Wrong
  ) throws(AnswerError) -> [Symbology: ClosedRange<Int>] {
    guard words != ["any"], words != ["all"] else { return [:] }
    var lengths: [Symbology: ClosedRange<Int>] = [:]
    for word in words {
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      let ends = parts.count == 2 ? parts[1].split(separator: "-").compactMap { Int($0) } : []
      guard let symbology = parts.first.flatMap(Symbology.init(parsing:)), !ends.isEmpty,
        ends.count < 3, ends[0] >= 0, ends[0] <= ends[ends.count - 1]
      else { throw wrong(word, ["any", "code-128:8-12", "code-128:10"]) }
      lengths[symbology] = ends[0]...ends[ends.count - 1]
    }
    return lengths
  }

  private static func rejections(
    _ word: String, _ payloads: [String: [[UInt8]]]?, _ wrong: Wrong
  ) throws(AnswerError) -> [ScannerConfiguration.Rejection] {
    let forms = [
      "nothing", "sample:FILE", "exact:TEXT", "hex:BYTES", "prefix:TEXT", "pattern:EXPRESSION",
    ]
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { throw wrong(word, forms) }
    let text = String(parts[1])
    switch parts[0] {
    case "sample":
      guard let payloads else { return [] }
      guard let found = payloads[text] else {
        let names = payloads.keys.sorted()
        throw wrong(
          word, names.isEmpty ? forms : ["the name of a sample that was read: \(names[0])"])
      }
      return found.map { .exact($0) }
    case "hex":
      guard let bytes = Hexadecimal.bytes(text) else { throw wrong(word, forms) }
      return [.exact(bytes)]
    case "exact": return [.exact(text: text)]
    case "prefix": return [.prefix(text: text)]
    case "pattern":
      guard (try? PayloadPattern(text)) != nil else { throw wrong(word, forms) }
      return [.pattern(text)]
    default: throw wrong(word, forms)
    }
  }

  private static func area(
    _ words: [String], _ wrong: Wrong
  ) throws(AnswerError) -> FrameBox? {
    guard words != ["all"] else { return nil }
    guard words != ["middle"] else { return FrameBox(left: 0.2, top: 0.2, right: 0.8, bottom: 0.8) }
    let sides = words.compactMap(Double.init)
    guard sides.count == 4, words.count == 4, sides.allSatisfy({ (0...1).contains($0) }),
      sides[0] < sides[2], sides[1] < sides[3]
    else {
      throw wrong(
        words.joined(separator: ", "), ["all", "middle", "left, top, right, bottom from 0 to 1"])
    }
    return FrameBox(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
  }

  private static func viewFinder(
    _ word: String, _ wrong: Wrong
  ) throws(AnswerError) -> ScannerConfiguration.ViewFinder {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    let share = { (text: String) in Double(text).flatMap { $0 > 0 && $0 <= 1 ? $0 : nil } }
    switch (parts.first, parts.dropFirst().first) {
    case ("none", nil): return .none
    case ("frame", nil): return .frame(width: 0.6, height: 0.6)
    case ("laser", nil): return .laser(width: 0.8)
    case ("frame", let size?):
      if let (width, height) = size.sides(share) { return .frame(width: width, height: height) }
    case ("laser", let size?):
      if let width = share(size) { return .laser(width: width) }
    default: break
    }
    throw wrong(word, ["none", "frame:0.6x0.6", "laser:0.8"])
  }

  private static func word(_ flag: Bool) -> String { flag ? "yes" : "no" }

  private static func word(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
  }

  private static func word(_ rejection: ScannerConfiguration.Rejection) -> String {
    switch rejection {
    case .exact(let bytes):
      String(validating: bytes, as: UTF8.self).map { "exact:" + $0 }
        ?? "hex:" + Hexadecimal.text(bytes)
    case .prefix(let bytes): "prefix:" + String(decoding: bytes, as: UTF8.self)
    case .pattern(let pattern): "pattern:" + pattern
    }
  }
}
