import Results
import Testing

@Suite struct ReproducerFileTests {
  /// Texts that differ in what a file system folds, refuses or cuts.
  @Test func differentTextsHaveDifferentNames() {
    let long = String(repeating: "a", count: 60)
    let texts = [
      "a/b", "a_b", "a:b", "a b", "a//b", "a/_b", "a_/b", "A/b", "é", "e\u{301}", "é\u{200D}", "",
      ".",
      "..", "../b", "\0", long, long + "b", long + "c", long + "/", "-", "ａ",
      "a/b-0123456789abcdef",
    ]
    let names = texts.map { ReproducerFile.name($0, separator: "/").lowercased() }
    #expect(Set(names).count == Set(texts.map { Array($0.unicodeScalars) }).count, "\(names)")
    for name in names {
      #expect(name.utf8.count <= 100 && !name.hasPrefix(".") && !name.isEmpty)
      #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    }
    #expect(ReproducerFile.name("qr/v1/upright/1.37/0", separator: "/") == "qr_v1_upright_1.37_0")
  }

  @Test func anotherVerdictSampleOrDecoderHasAnotherFile() {
    func image(
      _ verdict: Verdict = .crash, _ hash: String = "c", _ version: String = "1",
      _ options: [String: String] = ["a": "1", "b": "2"]
    ) -> String {
      ReproducerFile.image(
        decoder: "d", key: "k/0", verdict: verdict, cellHash: hash, library: "l", version: version,
        options: options)
    }
    let others = [
      image(.timeout), image(.crash, "e"), image(.crash, "c", "2"),
      image(.crash, "c", "1", ["a": "1", "b": "3"]),
    ]
    #expect(Set(others + [image()]).count == 5)
    #expect(image() == image(.crash, "c", "1", ["b": "2", "a": "1"]))
  }

  @Test func sumsOfForgedCostsStopAtTheLargestNumber() {
    var cost = RunCost()
    cost.decodeNanoseconds = 1 << 62
    var total = cost
    total += cost
    #expect(total.decodeNanoseconds == .max && total.decodes == 0)
  }
}
