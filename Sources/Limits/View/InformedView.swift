import Drawing
import Symbols

/// Everything about a drawn sample but its data: the input of the informed reader.
///
/// It has no field for a payload, a truth or modules. Two samples that differ in their data alone
/// have equal views.
package struct InformedView: Hashable, Sendable {
  /// The kind of symbol, its size and its error correction level.
  let options: SymbolOptions
  let columns: Int
  /// The height of each row of modules, in modules.
  let rowHeights: [Double]
  /// The map from modules to pixels.
  let map: SurfaceMap
  let width: Int
  let height: Int
  let camera: CameraSettings
  let sampling: Sampling
  /// The margin that is kept free of dark surroundings; `nil` where paper goes on.
  let freeMargin: QuietZone?

  /// Makes a view of a symbol.
  ///
  /// - Parameters:
  ///   - options: The options that the symbol was encoded with.
  ///   - columns: Modules in a row.
  ///   - rowHeights: The height of each row, in modules.
  ///   - map: The map from the symbol's plane to the image.
  ///   - width: The image's columns, in pixels.
  ///   - height: The image's rows, in pixels.
  ///   - camera: All parameters of the camera.
  ///   - sampling: The method by which pixels get their values.
  ///   - freeMargin: The margin that is kept free of dark surroundings, in modules; `nil` where the
  ///     surroundings are paper.
  package init(
    options: SymbolOptions, columns: Int, rowHeights: [Double], map: SurfaceMap, width: Int,
    height: Int, camera: CameraSettings, sampling: Sampling = .area, freeMargin: QuietZone? = nil
  ) {
    (self.options, self.columns, self.rowHeights) = (options, columns, rowHeights)
    (self.map, self.width, self.height) = (map, width, height)
    (self.camera, self.sampling, self.freeMargin) = (camera, sampling, freeMargin)
  }

  var rows: Int { rowHeights.count }

  /// The rectangle of a row's modules from one column to another.
  func cell(row: Int, columns: Range<Int>) -> CellRasteriser.Cell {
    let top = rowHeights[..<row].reduce(0, +)
    return .init(
      left: Double(columns.lowerBound), top: top, right: Double(columns.upperBound),
      bottom: top + rowHeights[row])
  }
}

/// A reason that a sample is not covered by the informed reader.
package enum InformedGap: String, Error, Hashable, Sendable, Codable, CaseIterable {
  /// The image is a photo: its geometry is not known.
  case photo
  /// There is no symbol to be read.
  case noSymbol = "no-symbol"
  /// There are several symbols in the image.
  case severalSymbols = "several-symbols"
  /// The frames of a stream are read together.
  case stream
  /// The symbology, or this size of it, is not read.
  case symbology
  /// Print or surface differ from the symbol: bar growth, damage, industrial marks.
  case print
  /// The surroundings are a texture.
  case texture
}
