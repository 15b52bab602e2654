import Corpora
import DecoderKit
import Images

/// Samples and their twins side by side, in one picture.
enum TwinSheet {
  /// The most columns.
  private static let columns = 8
  /// The border around a sample's symbol, as a share of its longer side.
  private static let border = 0.25

  /// Draws the sheet as a PNG: samples above, twins of the same kinds below.
  ///
  /// - Returns: `nil` without symbols that have a place.
  /// - Throws: `ImageError` for a sample that can no longer be read.
  static func png(_ survey: SampleSurvey, _ twin: TwinCorpus) throws -> [UInt8]? {
    let shown = survey.images.flatMap { image in
      image.symbols.compactMap { symbol in
        symbol.measurement.outline.map { (image: image, outline: $0) }
      }
    }
    guard !shown.isEmpty else { return nil }
    let count = min(columns, shown.count)
    var sheet = try ContactSheet(
      title: "Samples and twins", columns: (1...count).map(String.init),
      rows: ["samples", "twins"])
    var renderer = SampleRenderer(corpus: twin.corpus)
    let cells = twin.weights.filter { $0.value > 0 }.map(\.key).sorted {
      ($0.recipe, $0.condition, $0.level) < ($1.recipe, $1.condition, $1.level)
    }
    for column in 0..<count {
      // Spread over all samples and all kinds.
      let one = shown[column * shown.count / count]
      let pixels = try ImageFile.decode(
        ImageBytes.bytes(ofFile: one.image.path), name: one.image.path)
      sheet.place(cut(pixels, around: one.outline), row: 0, column: column)
      let cell = cells[column * cells.count / count]
      let key = try SampleKey(
        parsing: "\(twin.corpus.name)/\(cell.recipe)/\(cell.condition)/\(cell.level)/\(column)")
      sheet.place(try renderer.draw(key).image, row: 1, column: column)
    }
    return try PNG.encode(sheet.image)
  }

  private static func cut(_ image: GrayImage, around outline: Corners) -> GrayImage {
    let (xs, ys) = (outline.points.map(\.x), outline.points.map(\.y))
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
    let border = border * max(right - left, bottom - top)
    func inside(_ value: Double, _ side: Int) -> Int { min(max(Int(value), 0), side - 1) }
    let (x, y) = (inside(left - border, image.width), inside(top - border, image.height))
    return image.cropped(
      x: x, y: y, width: max(inside(right + border, image.width) - x, 1),
      height: max(inside(bottom + border, image.height) - y, 1))
  }
}
