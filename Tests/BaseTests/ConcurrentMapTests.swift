import Base
import TestSupport
import Testing

/// Work on several threads, and threads that wait for asynchronous work.
@Suite(.waits) struct ConcurrentMapTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  @Test(arguments: [1, 3, 200])
  func resultsAreInOrderAndEachThreadHasAStateOfItsOwn(threads: Int) {
    // A state counts what its thread did: the sums of all are the numbers of all.
    let results = (5..<105).concurrentMap(threads: threads, state: { 0 }) { number, own -> [Int]? in
      own += 1
      return [number, own]
    }
    #expect(results.map { $0[0] } == Array(5..<105))
    #expect(results.count { $0[1] == 1 } <= threads)
  }

  @Test func anEndLeavesTheResultsBeforeIt() {
    let results = (0..<1000).concurrentMap(threads: 4, state: {}) { number, _ -> Int? in
      number == 70 ? nil : number
    }
    #expect(results == Array(0..<70))
  }

  @Test func theErrorIsThatOfTheLowestNumber() {
    #expect(throws: Failure(number: 30)) {
      try (0..<1000).concurrentMap { (number: Int) throws(Failure) -> Int in
        if number >= 30 { throw Failure(number: number) }
        return number
      }
    }
    #expect((0..<0).concurrentMap { $0 } == [])
  }

  @Test func asynchronousWorkIsWaitedForOrLeftToItself() async throws {
    try await onThreadOfItsOwn {
      #expect(AsyncWork { 7 }.value() == 7)
      #expect(throws: Failure(number: 1)) {
        try AsyncWork<Int, any Error> { throw Failure(number: 1) }.value()
      }
      let endless = AsyncWork { try await Task.sleep(for: .seconds(600)) }
      let isEnded = try endless.wait { true } != nil
      #expect(!isEnded)
    }
  }
}
