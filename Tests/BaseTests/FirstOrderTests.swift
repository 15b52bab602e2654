import Base
import Testing

@Suite struct FirstOrderTests {
  @Test func equalElementsAreKeptOnceWhereTheyFirstCome() {
    #expect([3, 1, 3, 2, 1].uniqued() == [3, 1, 2])
    #expect(["bee", "ant", "bat"].uniqued(by: \.first) == ["bee", "ant"])
  }

  @Test func groupsAndTheirElementsKeepTheirOrder() {
    let groups = ["bee", "ant", "bat", "asp"].grouped(by: \.first)
    #expect(groups.map(\.key) == ["b", "a"])
    #expect(groups.map(\.elements) == [["bee", "bat"], ["ant", "asp"]])
  }
}
