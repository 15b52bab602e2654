import DecoderKit
import Measuring

/// A decoder that takes part in a scan.
public struct ScanDecoder: Hashable, Sendable {
  /// The name in tables.
  public let label: String
  /// The decoder as it was asked for, with options: the name that stored runs know it by.
  public let reference: String
  /// The decoding library.
  public let library: String
  /// The library's version.
  public let version: String
  /// The symbologies that it reads.
  public let symbologies: Set<Symbology>

  public init(
    label: String, reference: String, library: String, version: String,
    symbologies: Set<Symbology>
  ) {
    self.label = label
    self.reference = reference
    self.library = library
    self.version = version
    self.symbologies = symbologies
  }

  /// True if it reads a symbology, or the plain symbology that carries it.
  public func reads(_ symbology: Symbology) -> Bool {
    symbologies.contains(symbology) || symbologies.contains(symbology.carrier)
  }
}

/// The last step of a scan: decoders' readings of one image become detections.
public struct ImageScan: Sendable {
  private let decoders: [ScanDecoder]
  private let viewing: Viewing?
  private let findsPotential: Bool
  private let gauge = SymbolGauge()
  private let thresholds: @Sendable (Symbology) -> ThresholdTable?

  /// Makes the step.
  ///
  /// - Parameters:
  ///   - decoders: The decoders of the scan.
  ///   - viewing: Camera and code size; `nil` for no distances.
  ///   - findsPotential: True to look for symbols that nobody read, too.
  ///   - thresholds: The stored run that has thresholds of a symbology.
  public init(
    decoders: [ScanDecoder], viewing: Viewing? = nil, findsPotential: Bool = false,
    thresholds: @escaping @Sendable (Symbology) -> ThresholdTable? = { _ in nil }
  ) {
    self.decoders = decoders
    self.viewing = viewing
    self.findsPotential = findsPotential
    self.thresholds = thresholds
  }

  /// Measures and merges the readings of one image.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - attempts: Each decoder's attempt, in the order of the decoders.
  ///   - readings: Each decoder's readings; corners are pixels of the whole image.
  ///   - window: The scan region over the image; `nil` if all of it was scanned.
  public func contents(
    of image: GrayImage, attempts: [ScanAttempt], readings: [[Reading]], window: ScanWindow? = nil
  ) -> ScannedImage.Contents {
    let merged = ReadingMerge.merge(readings) { gauge.measure($0, in: image) }
    let symbols = DetectedSymbols(merged, decoders: decoders).symbols
    let read = symbols.map(\.readings)
    let detections = symbols.enumerated().map { index, detected in
      let symbol = detected.readings
      let reading = symbol.representative
      let parts = zip(decoders, attempts).enumerated().map { place, pair in
        part(of: pair.0, pair.1, in: symbol, reading: symbol.reading(of: place))
      }
      return Detection(
        number: index + 1, symbology: symbol.symbology, bytes: reading.bytes, text: reading.text,
        facts: reading.facts, measurement: symbol.measurement, parts: parts,
        distanceMillimetres: viewing?.distanceMillimetres(
          of: symbol.measurement, width: image.width, height: image.height),
        conflicts: Self.conflicts(of: index, in: read),
        support: detected.support, contradictions: detected.contradictions,
        fate: window?.fate(of: symbol.measurement.outline))
    }
    let known = detections.compactMap(\.measurement.outline)
    let potential = findsPotential ? gauge.potentialSymbols(in: image, besides: known) : nil
    return ScannedImage.Contents(
      width: image.width, height: image.height, attempts: attempts, detections: detections,
      potential: potential?.filter { (window?.fateInFrame(of: $0.outline) ?? .kept) == .kept },
      window: window)
  }

  private func part(
    of decoder: ScanDecoder, _ attempt: ScanAttempt, in symbol: MergedReadings, reading: Reading?
  ) -> Detection.Part {
    let symbology = symbol.symbology
    let isSupported = symbology.map(decoder.reads) ?? true
    let status: Detection.Status =
      if let reading {
        .read(reading)
      } else if !isSupported {
        .unsupported
      } else {
        attempt.outcome == .answered ? .missed : .noAnswer
      }
    return Detection.Part(
      decoder: decoder.label, status: status,
      margin: status == .unsupported
        ? .unknown(.unsupported) : margin(of: decoder, symbology, symbol.measurement))
  }

  private func margin(
    of decoder: ScanDecoder, _ symbology: Symbology?, _ measurement: SymbolMeasurement
  ) -> Margin {
    guard measurement.moduleSize != nil else { return .unknown(.notMeasured) }
    guard let symbology, let table = thresholds(symbology) else { return .unknown(.noRun) }
    return table.margin(of: decoder.reference, symbology: symbology, measurement)
  }

  /// The numbers of other symbols at the same place.
  private static func conflicts(of index: Int, in symbols: [MergedReadings]) -> [Int] {
    guard let outline = symbols[index].measurement.outline else { return [] }
    return symbols.indices.filter { other in
      other != index
        && (symbols[other].measurement.outline.map(outline.holdsCentre) ?? false)
    }.map { $0 + 1 }
  }
}
