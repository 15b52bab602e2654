import Corpora
import Drawing
import Results
import Testing

/// The values of parameters that exports have, beside those that samples are drawn with.
@Suite struct SampleParameterTests {
  private static func corpus(axis: String, levels: String) throws -> Corpus {
    let (harder, frame) =
      axis == "resolution" ? ("unordered", "1000, module-size: 2") : ("smaller", "200x180")
    return try Corpus(
      yaml: """
        format: 1
        name: drawn
        version: 1
        title: Drawn
        question: Which values were drawn?
        seed: 9007199254740993
        symbols:
          - {name: v1, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 10}}
        conditions:
          - {name: turned, rotation: {random: [-30, 45]}, blur: [0, 0.5, 1], frame: \(frame)}
          - {name: plain, read-noise: {random: [0, 8]}, frame: \(frame)}
        sweep: {axis: \(axis), harder: \(harder), levels: \(levels)}
        trials: 7
        """, file: "drawn.yaml")
  }

  @Test(arguments: [("module-size", "[2, 3.5]"), ("resolution", "[0.3, 0.9]")])
  func theyAreThoseThatSamplesAreDrawnWith(axis: String, levels: String) throws {
    let corpus = try Self.corpus(axis: axis, levels: levels)
    let record = CorpusRecord(corpus)
    let parameters = SampleParameters(record)
    let keys = parameters.facts.map(\.key)
    #expect(Set(keys).isSuperset(of: ["rotation", "blur", "read-noise", axis]))
    #expect(keys == keys.sorted())
    let renderer = SampleRenderer(corpus: corpus)
    for number in 0..<record.numbering.count {
      let place = try #require(record.numbering.place(of: number))
      let key = try SampleKey(parsing: record.key(of: place))
      let camera = try #require(try renderer.specification(of: key)).camera
      for (index, fact) in parameters.facts.enumerated() {
        let parameter = try #require(CameraParameter(rawValue: fact.key))
        // A resolution scales lengths; the corpus asks for those at the frame's own.
        guard axis != "resolution" || parameter == .rotation else { continue }
        let asked = parameters.value(index, at: place)
        #expect((asked ?? parameter.facts.neutral) == camera[parameter], "\(key) \(fact.key)")
      }
    }
  }
}
