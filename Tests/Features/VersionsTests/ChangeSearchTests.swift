import TestSupport
import Testing

@testable import Versions

@Suite struct ChangeSearchTests {
  @Test func everyChangeIsFoundHoweverOftenTheAnswerComesBack() {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<200 {
      let answers = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        Int.random(in: 0...2, using: &random)
      }
      let expected = answers.indices.dropFirst().filter { answers[$0] != answers[$0 - 1] }
      #expect(ChangeSearch.changes(count: answers.count, way: .all) { answers[$0] } == expected)
    }
  }

  @Test func halvingFindsTheOneChangeWithFewQuestions() {
    for count in 2...70 {
      for change in 1..<count {
        var asked: [Int] = []
        let found = ChangeSearch.changes(count: count, way: .halving) { place in
          asked.append(place)
          return place >= change
        }
        #expect(found == [change])
        #expect(asked.count == Set(asked).count && asked.count <= 2 + 7)
      }
    }
  }

  @Test func halvingFindsARealChangeEvenWhereThereAreSeveral() {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<200 {
      let answers = (0..<30).map { _ in Bool.random(using: &random) }
      let found = ChangeSearch.changes(count: 30, way: .halving) { answers[$0] }
      #expect(found.isEmpty == (answers[0] == answers[29]))
      // Halving knows of the place before that it answers as the first does.
      for place in found { #expect(answers[place] != answers[place - 1]) }
    }
  }

  @Test func oneReleaseIsTriedAndNoneIsFine() {
    var asked = 0
    let found = ChangeSearch.changes(count: 1, way: .all) { _ in
      asked += 1
      return 0
    }
    #expect(found.isEmpty && asked == 1)
    #expect(ChangeSearch.changes(count: 0, way: .halving) { $0 }.isEmpty)
  }
}
