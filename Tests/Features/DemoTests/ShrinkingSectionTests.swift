import Reporting
import Results
import Testing

@testable import Demo
@testable import RunFixtures

/// What a demonstration says of codes that shrink.
@Suite struct ShrinkingSectionTests {
  @Test func aSizeCountsWhereItAndAllLargerOnesAreReadEveryTime() throws {
    var table = try ScoreFixture.table(.realistic)
    table.corpus.groups = Array(table.corpus.groups.prefix(1))
    let group = table.corpus.groups[0].id
    let levels = table.corpus.levels.count
    for decoder in table.decoders.indices {
      for index in table.decoders[decoder].groups.indices
      where table.decoders[decoder].groups[index].group == group {
        // The first decoder misses one image at the third largest size, and reads smaller ones again.
        for level in 0..<levels {
          let isMissed = decoder == 0 ? level == levels - 3 : level < levels - 1
          var counts = table.decoders[decoder].groups[index].levels[level].counts
          (counts.tried, counts.read, counts.noRead) = (10, isMissed ? 9 : 10, isMissed ? 1 : 0)
          table.decoders[decoder].groups[index].levels[level].counts = counts
        }
      }
    }
    let answer = try #require(ShrinkingSection(table).answer)
    let second = table.corpus.levels.map(\.value).sorted()[levels - 2]
    #expect(
      answer.contains("\(Numerals.level(second)) px by \(table.decoders[0].label) ("), "\(answer)")
    #expect(answer.contains(table.decoders[0].version), "\(answer)")
    let text = DocumentText(TerminalStyle(width: 80)).render(demonstration: table)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(text.contains(answer.prefix(40)))
  }
}
