import Foundation
import TestSupport
import Testing

@testable import CodeGeneration

/// Patterns of rejections: what they match, and what they refuse to be.
@Suite struct PatternTests {
  @Test(arguments: [
    ("abc", "abc", true), ("abc", "abcd", false), ("abc", "xabc", false), ("^abc$", "abc", true),
    ("a.c", "a\nc", true), ("[A-Z]{2}\\d+", "AB123", true), ("[A-Z]{2}\\d+", "AB", false),
    ("a{2,3}", "aa", true), ("a{2,3}", "aaaa", false), ("a{2,}", "aaaaa", true),
    ("(?:ab|c)*", "abcab", true), ("(ab|c)*", "", true), ("(ab|c)*", "a", false),
    ("[^0-9]", "5", false), ("[^0-9]", "\u{0}", true), ("\\x41\\.", "A.", true),
    ("é+", "éé", true), ("[a\\]-]", "]", true), ("[a\\]-]", "-", true), ("\\s\\S", " x", true),
    ("", "", false),
  ])
  func patternsMatchWholePayloads(pattern: String, payload: String, isMatch: Bool) {
    guard let read = try? PayloadPattern(pattern) else {
      #expect(pattern.isEmpty)
      return
    }
    #expect(read.matches(Array(payload.utf8)) == isMatch)
  }

  @Test(arguments: [
    ("", PayloadPattern.Problem.empty(at: 0)), ("a|", .empty(at: 2)), ("()", .empty(at: 1)),
    ("a)", .unexpected(at: 1)), ("*a", .unexpected(at: 0)), ("a**", .unexpected(at: 2)),
    ("a+?", .unexpected(at: 2)), ("(?=a)", .unexpected(at: 1)), ("a$b", .unexpected(at: 2)),
    ("\\b", .unexpected(at: 0)), ("\\1", .unexpected(at: 0)), ("\\x4", .unexpected(at: 0)),
    ("[]a]", .unexpected(at: 1)), ("[[a]]", .unexpected(at: 1)), ("(a", .unclosed(at: 0)),
    ("[a", .unclosed(at: 0)), ("a{2", .unclosed(at: 1)), ("a\\", .unclosed(at: 1)),
    ("[z-a]", .badClass(at: 1)), ("[é]", .badClass(at: 1)), ("a{3,2}", .badRepetition(at: 1)),
    ("a{256}", .badRepetition(at: 1)), ("(a*)*", .badRepetition(at: 4)),
    ("((a{200}){200})", .tooLarge),
  ])
  func whatLanguagesDisagreeOnIsRefusedWithItsPlace(text: String, problem: PayloadPattern.Problem) {
    #expect(throws: problem) { try PayloadPattern(text) }
  }

  /// An oracle of another making: Swift's own regular expressions, over characters of one byte.
  @Test func randomPatternsMatchWhatSwiftSaysThatTheyMatch() throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    var matches = 0
    for _ in 0..<300 {
      let (text, payloads) = RandomPattern.draw(using: &random)
      let pattern = try PayloadPattern(text)
      let written = String(decoding: pattern.text(in: .escaped), as: UTF8.self)
      let oracle = try Regex(written).matchingSemantics(.unicodeScalar).dotMatchesNewlines()
      for payload in payloads {
        var characters = ""
        characters.unicodeScalars.append(contentsOf: payload.map { Unicode.Scalar($0) })
        let expected = try oracle.wholeMatch(in: characters) != nil
        #expect(pattern.matches(payload) == expected, "\(text) \(written) \(payload)")
        matches += expected ? 1 : 0
      }
    }
    #expect(matches > 100, "patterns that never match test nothing")
  }
}
