import Corpora
import Drawing
import Limits

extension InformedView {
  /// Takes from a drawn sample what the informed reader may know: everything but the data.
  ///
  /// - Throws: ``InformedGap`` for samples of which the reader has no model.
  package init(
    of sample: Sample, _ specification: SampleSpecification?
  ) throws(InformedGap) {
    guard let specification else { throw .photo }
    guard sample.drawn.count <= 1 else { throw .severalSymbols }
    guard let drawn = sample.drawn.first, let asked = specification.symbols.first else {
      throw .noSymbol
    }
    guard !specification.hasBackdrop else { throw .texture }
    let camera = specification.camera
    let zone = drawn.symbol.quietZone.scaled(byPercent: camera[.quietZone])
    self.init(
      options: asked.options, columns: drawn.symbol.columns,
      rowHeights: drawn.symbol.rowHeights, map: drawn.map, width: sample.image.width,
      height: sample.image.height, camera: camera,
      sampling: camera.isSet(.nearestSampling) ? .nearest : .area,
      freeMargin: camera.isNeutral(.quietZone) ? nil : zone)
  }
}
