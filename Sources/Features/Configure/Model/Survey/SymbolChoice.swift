import DecoderKit
import Scanning

extension SurveyedSymbol {
  /// Makes the symbol of a detection; `nil` if it is not to be believed.
  ///
  /// A symbol counts if its structure was found in the image, or if two libraries read it: a single reading
  /// without a place is most often a misread, unless a truth confirms it.
  ///
  /// - Parameters:
  ///   - detection: The detection.
  ///   - decoders: The decoders of the scan: several settings of one decoder are one witness.
  ///   - isConfirmed: True to take a single reading without a place, because a truth is to confirm it.
  init?(_ detection: Detection, decoders: [ScanDecoder], isConfirmed: Bool = false) {
    let libraries = Dictionary(decoders.map { ($0.label, $0.library) }) { first, _ in first }
    let readings = detection.parts.compactMap { part -> (library: String, reading: Reading)? in
      guard case .read(let reading) = part.status else { return nil }
      return (libraries[part.decoder] ?? part.decoder, reading)
    }
    let witnesses = Set(readings.map(\.library))
    guard isConfirmed || detection.measurement.source == .measured || witnesses.count > 1 else {
      return nil
    }
    let named = readings.map(\.reading).filter { $0.symbology != nil }
    guard let reading = named.max(by: { Self.detail(of: $0) < Self.detail(of: $1) }),
      let symbology = reading.symbology
    else { return nil }
    self.init(
      symbology: symbology, bytes: reading.bytes, readers: witnesses.sorted(),
      decoders: Set(detection.readers.map(Self.decoder(ofLabel:))).sorted(),
      measurement: detection.measurement,
      isInverted: detection.measurement.condition?.isInverted ?? false,
      contradictions: detection.conflicts.count)
  }

  /// The decoder's name in a label such as `zbar:test-inverted=true`.
  private static func decoder(ofLabel label: String) -> String {
    String(label.prefix { $0 != ":" && $0 != "@" })
  }

  /// The detail of a reading: whoever tells UPC from EAN and GS1 from its carrier knows more, and so does
  /// whoever reads an add-on.
  private static func detail(of reading: Reading) -> Int {
    let tells: [Symbology] = [.upcA, .upcE, .gs1_128, .gs1DataMatrix, .gs1QRCode, .itf14]
    let main: [Symbology: Int] = [.ean13: 13, .upcA: 13, .upcE: 13]
    let hasAddOn = reading.symbology.flatMap { main[$0] }.map { reading.bytes.count > $0 } ?? false
    return (hasAddOn ? 2 : 0) + (reading.symbology.map(tells.contains) ?? false ? 1 : 0)
  }
}
