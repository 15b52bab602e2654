import Testing

@testable import Publish

@Suite struct JSONDifferenceTests {
  @Test func theFirstDifferenceIsNamed() throws {
    func first(_ one: [String: [Double]], _ other: [String: [Double]]) throws -> JSONDifference? {
      try JSONDifference.first(of: one, and: other)
    }
    #expect(try first(["a": [1, 2]], ["a": [1, 2 + 1e-7]]) == nil)
    #expect(try first(["a": [1, 2]], ["a": [1, 2.1]])?.place == "a[1]")
    let missing = try first(["a": [1]], ["a": [1, 3]])
    #expect(missing?.place == "a[1]" && missing?.first == nil && missing?.second == "3")
    #expect(try first(["a": [], "b": []], ["a": []])?.place == "b")
  }

  @Test func whatNobodyReadIsFound() throws {
    struct Value: Codable {
      var a: [Int]
      var b: String?
    }
    let value = Value(a: [1, 2], b: nil)
    func place(_ text: String) throws -> String? {
      try JSONDifference.unread(in: Array(text.utf8), as: value)?.place
    }
    #expect(try place(#"{"a": [1, 2], "b": null}"#) == nil)
    #expect(try place(#"{"a": [1, 2], "c": {"d": 1}}"#) == "c")
    #expect(try place(#"{"a": [1, 2, 3]}"#) == "a[2]")
  }
}
