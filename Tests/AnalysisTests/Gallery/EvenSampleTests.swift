import Analysis
import Testing

@Suite struct EvenSampleTests {
  private func sample(of count: Int, limit: Int) -> EvenSample<Int> {
    var sample = EvenSample<Int>(limit: limit)
    for number in 0..<count { sample.add { number } }
    return sample
  }

  @Test func whatFitsIsKeptWhole() {
    #expect(sample(of: 0, limit: 3).spread == [])
    #expect(sample(of: 3, limit: 3).spread == [0, 1, 2])
  }

  @Test(arguments: [1, 2, 7, 100])
  func whatDoesNotFitIsSpreadOverAllOfIt(limit: Int) {
    for count in [limit + 1, 3 * limit, 50 * limit + 13] {
      let sample = sample(of: count, limit: limit)
      let kept = sample.spread
      #expect(sample.count == count && kept.count == limit)
      #expect(kept == kept.sorted() && Set(kept).count == kept.count && kept.first == 0)
      // No gap is more than a few times as wide as an even spread would have it.
      let gaps = zip(kept, kept.dropFirst() + [count]).map { $1 - $0 }
      #expect(gaps.allSatisfy { $0 <= 5 * count / limit + 1 }, "\(count): \(kept)")
    }
  }

  @Test func elementsThatAreNotKeptAreNotMade() {
    var sample = EvenSample<Int>(limit: 2)
    var made = 0
    for number in 0..<1000 {
      sample.add {
        made += 1
        return number
      }
    }
    #expect(made < 40 && sample.count == 1000)
  }
}
