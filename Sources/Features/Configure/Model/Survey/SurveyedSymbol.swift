import DecoderKit
import Measuring
import Values

/// One symbol of a sample image, as all decoders together saw it.
struct SurveyedSymbol: Hashable, Sendable {
  let symbology: Symbology
  /// The data.
  let bytes: [UInt8]
  /// The libraries that read it; empty if only its truth is known.
  let readers: [String]
  /// The decoders that read it, as they come or with all that lets them see more.
  var decoders: [String] = []
  /// The place, the module size and the condition in the image.
  let measurement: SymbolMeasurement
  /// True if it is light on dark.
  let isInverted: Bool
  /// The number of decoders that read other data at the same place.
  var contradictions: Int = 0

  /// True if its quiet zone goes as far as the frame, so that nobody knows how wide it is.
  var isCut = false

  /// The module size, in pixels; `nil` if it was not measured.
  var moduleSizePixels: Double? { measurement.moduleSize?.pixels.value }

  /// The type of the content.
  var valueType: ValueType { BarcodeValue(bytes, carrier: Carrier(symbology)).type }

  /// The number of digits in the add-on of an EAN or UPC symbol: 2 or 5; `nil` if it has none.
  var addOnDigits: Int? {
    guard [.ean13, .upcA, .upcE].contains(symbology) else { return nil }
    let digits = bytes.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    let main: [Int] = symbology == .upcE ? [8, 12, 13] : [12, 13]
    // Decoders write a UPC-E out as 12 or 13 digits, too: 13 are no 8 with five more.
    guard !main.contains(digits) else { return nil }
    return main.lazy.compactMap { [2, 5].contains(digits - $0) ? digits - $0 : nil }.first
  }
}
