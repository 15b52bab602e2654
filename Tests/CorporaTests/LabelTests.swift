import Corpora
import Images
import Testing

/// The label that ships for first tries.
@Suite struct LabelTests {
  @Test func itIsTheOneThatTheCorpusDraws() throws {
    let corpus = try CorpusCatalog(folders: [Fixtures.shippedFolder]).load(nameOrPath: "multi")
    var renderer = SampleRenderer(corpus: corpus)
    let drawn = try renderer.draw(SampleKey(parsing: "multi/mixed/upright/3/0")).image
    let shipped = try ImageFile.read(path: Fixtures.shippedFolder + "/Images/label.png")
    #expect(shipped.width == drawn.width && shipped.height == drawn.height)
    #expect(Array(shipped.pixels) == Array(drawn.pixels))
  }
}
