import Reporting
import Testing

@Suite struct ShortNamesTests {
  private func short(_ labels: [String]) -> [String] {
    let names = ShortNames(labels.map { ($0, nil) })
    return labels.map { names.name($0).short }
  }

  @Test func namesThatFitStayAsTheyAre() {
    #expect(short(["zbar", "zxing:a=1"]) == ["zbar", "zxing:a=1"])
  }

  @Test func longOptionListsGetLettersInAlphabeticalOrder() {
    let labels = ["zxing:try-harder=false", "zbar", "zxing:binarizer=fixed-threshold"]
    #expect(short(labels) == ["zxing B", "zbar", "zxing A"])
    #expect(short(labels.reversed()) == ["zxing A", "zbar", "zxing B"])
    let names = ShortNames(labels.map { ($0, nil) })
    #expect(names.name(labels[2]).details == "binarizer=fixed-threshold")
    #expect(names.name("zbar").details == nil)
  }

  @Test func theSettingsOfOneDecoderAreLettersAlone() {
    let settings = (0..<30).map { "zxing:a-rather-long-option=\(10 + $0)" }
    let names = short(["zxing"] + settings)
    #expect(names[0] == "zxing" && names[1] == "A" && names[26] == "Z" && names[27] == "AA")
    #expect(Set(names).count == 31)
  }

  @Test func aLabelOfOnesOwnStandsAndIsExplained() {
    let names = ShortNames([("fast", "zxing:try-harder=false"), ("zxing", nil)])
    #expect(names.name("fast").short == "fast")
    #expect(names.name("fast").details == "zxing:try-harder=false")
  }

  @Test func noTwoNamesAreShortenedToTheSame() {
    let labels = ["x", "y", "z"].map {
      String(repeating: "a", count: 30) + $0 + String(repeating: "b", count: 30)
    }
    #expect(Set(short(labels)).count == 3)
  }

  @Test func sentencesAreShortenedAndCommandsAreNot() {
    let names = ShortNames([("d:option-of-some=1", nil), ("d:option-of-some=11", nil)])
    #expect(
      names.shortening("d:option-of-some=11 beats d:option-of-some=1") == "B beats A")
    let command = "harness reproduce 'k' --decoder 'd:option-of-some=11'"
    #expect(names.shortening(command) == command)
  }
}
