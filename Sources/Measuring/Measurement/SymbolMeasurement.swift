import DecoderKit

/// The place, the module size and the condition of one symbol in an image.
public struct SymbolMeasurement: Hashable, Sendable {
  /// The origin of the figures.
  public let source: MeasurementSource
  /// The outer corners of the symbol's modules, without quiet zone, in pixels, clockwise from the
  /// symbol's own top left; `nil` if the source is none.
  public package(set) var outline: Corners?
  /// The number of modules along the symbol's sides; `nil` unless they were counted.
  ///
  /// Linear symbols have one row, stacked DataBars two.
  public let dimension: SymbolDimension?
  /// The module size; `nil` unless the modules were counted.
  public let moduleSize: ModuleSize?
  /// The condition in which the symbol is seen; `nil` unless it was measured.
  public let condition: SymbolCondition?
  /// The symbology of the symbol that was measured, where it is another than the reading names: a UPC-E
  /// symbol that a decoder read as the EAN-13 or UPC-A number it stands for, or a stacked DataBar that it
  /// calls DataBar. `nil` elsewhere.
  public let symbology: Symbology?
  /// The strength with which the symbol's structure backs the reading; `nil` unless it was measured.
  ///
  /// A reading that is not measured, or has no more than ``StructuralBacking/patterns``, may be a
  /// phantom.
  public let backing: StructuralBacking?

  package init(
    source: MeasurementSource, outline: Corners?, dimension: SymbolDimension? = nil,
    moduleSize: ModuleSize? = nil, condition: SymbolCondition? = nil,
    symbology: Symbology? = nil, backing: StructuralBacking? = nil
  ) {
    self.source = source
    self.outline = outline
    self.dimension = dimension
    self.moduleSize = moduleSize
    self.condition = condition
    self.symbology = symbology
    self.backing = backing
  }
}

/// The origin of a symbol's outline and module size.
public enum MeasurementSource: Hashable, Sendable {
  /// The symbol's own structure was registered to the image.
  case measured
  /// The corners that the decoder gave, because the symbol could not be measured.
  case decoder(GaugeFailure)
  /// Neither: the symbol could not be measured, and the decoder gave no corners.
  case none(GaugeFailure)

  /// The reason for which nothing was measured; `nil` if it was.
  public var failure: GaugeFailure? {
    switch self {
    case .measured: nil
    case .decoder(let failure), .none(let failure): failure
    }
  }
}

/// The reason for which a symbol could not be measured.
public enum GaugeFailure: String, Error, CaseIterable, Hashable, Sendable, Codable {
  /// The decoder does not say which symbology it read.
  case unknownSymbology = "unknown-symbology"
  /// The structure of this symbology is not known to the gauge.
  case unsupportedSymbology = "unsupported-symbology"
  /// No place in the image looks like the symbol.
  case notFound = "not-found"
  /// The symbol's structure could not be registered to the image well enough to be trusted.
  case poorFit = "poor-fit"
}

/// The number of modules along a symbol's sides.
public struct SymbolDimension: Hashable, Sendable {
  /// Modules in a row, 1 or more; the nearest whole number where wide elements are no whole modules.
  public let columns: Int
  /// Rows of modules, 1 or more; 1 for linear symbols, 2 for stacked DataBars.
  public let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A value with its 95 % interval.
public struct MeasuredValue: Hashable, Sendable {
  /// The best estimate.
  public let value: Double
  /// The lower end of the interval; at most ``value``.
  public let lower: Double
  /// The upper end of the interval; at least ``value``.
  public let upper: Double

  public init(value: Double, lower: Double, upper: Double) {
    self.value = value
    self.lower = lower
    self.upper = upper
  }

  /// Makes a value from its standard error, normally distributed.
  public init(_ value: Double, standardError: Double) {
    self.init(
      value: value, lower: value - 1.96 * standardError, upper: value + 1.96 * standardError)
  }
}

/// The size of a symbol's modules in an image, in pixels per module.
public struct ModuleSize: Hashable, Sendable {
  /// Along the symbol's rows, at its middle: for linear symbols the X-dimension.
  public let across: MeasuredValue
  /// Along the symbol's columns, at its middle; `nil` for linear symbols and for PDF417, whose rows
  /// have no fixed height.
  public let down: MeasuredValue?
  /// The smallest of all modules, along either axis.
  public let smallest: MeasuredValue
  /// The largest of all modules, along either axis.
  public let largest: MeasuredValue

  package init(
    across: MeasuredValue, down: MeasuredValue?, smallest: MeasuredValue, largest: MeasuredValue
  ) {
    self.across = across
    self.down = down
    self.smallest = smallest
    self.largest = largest
  }

  /// The one number to be set beside a threshold: the smaller of the two axes, at the middle.
  public var pixels: MeasuredValue {
    guard let down, down.value < across.value else { return across }
    return down
  }
}
