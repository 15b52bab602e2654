#if canImport(Vision)
  import CoreGraphics
  import DecoderKit
  import Foundation
  import Vision

  /// Reads barcodes with Apple's Vision framework.
  public struct VisionAdapter: Decoder {
    /// The identity. Vision comes with the system and has no version number of its own.
    public static let identity = DecoderIdentity(
      name: "vision",
      summary: "Apple's Vision framework, as the system brings it.",
      library: "Vision",
      version: "\(ProcessInfo.processInfo.operatingSystemVersionString), revision "
        + "\(VNDetectBarcodesRequest.currentRevision)",
      symbologies: Set(symbologies.values))

    private static let symbologies: [VNBarcodeSymbology: Symbology] = [
      .qr: .qrCode, .microQR: .microQRCode, .dataMatrix: .dataMatrix, .aztec: .aztec,
      .pdf417: .pdf417, .microPDF417: .microPDF417, .code128: .code128, .code39: .code39,
      .code93: .code93, .codabar: .codabar, .i2of5: .itf, .itf14: .itf14, .ean13: .ean13,
      .ean8: .ean8, .upce: .upcE, .gs1DataBar: .dataBar, .gs1DataBarLimited: .dataBarLimited,
      .gs1DataBarExpanded: .dataBarExpanded,
    ]

    /// Makes a reader; there is nothing to set.
    public init(options: DecoderOptions) {}

    /// Reads the symbols in an image.
    ///
    /// - Throws: ``/DecoderKit/DecoderError`` for an image without pixels and what Vision throws.
    public func decode(_ image: borrowing GrayImage, hints: DecodeHints) throws -> [Reading] {
      let (width, height) = (image.width, image.height)
      guard !image.isEmpty else {
        throw DecoderError("Vision cannot take an image of \(width) × \(height) pixels")
      }
      let request = VNDetectBarcodesRequest()
      if let wanted = hints.symbologies {
        request.symbologies = Self.symbologies.filter { wanted.contains($0.value) }.map(\.key)
      }
      try VNImageRequestHandler(cgImage: Self.picture(of: image)).perform([request])
      return (request.results ?? []).prefix(hints.maximumCount ?? .max).map {
        Self.reading($0, width: Double(width), height: Double(height))
      }
    }

    private static func picture(of image: borrowing GrayImage) throws -> CGImage {
      let packed = image.packed()
      let bytes = packed.withUnsafeBytes { Data($0) }
      guard let provider = CGDataProvider(data: bytes as CFData),
        let picture = CGImage(
          width: packed.width, height: packed.height, bitsPerComponent: 8, bitsPerPixel: 8,
          bytesPerRow: packed.width, space: CGColorSpaceCreateDeviceGray(),
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue), provider: provider,
          decode: nil, shouldInterpolate: false, intent: .defaultIntent)
      else { throw DecoderError("Core Graphics could not take the image") }
      return picture
    }

    /// Makes a reading; Vision's coordinates run from 0 to 1 and upwards.
    private static func reading(
      _ found: VNBarcodeObservation, width: Double, height: Double
    ) -> Reading {
      func point(_ place: CGPoint) -> Point {
        Point(x: place.x * width, y: (1 - place.y) * height)
      }
      let text = found.payloadStringValue
      return Reading(
        symbology: symbologies[found.symbology],
        bytes: found.payloadData.map { [UInt8]($0) } ?? Array((text ?? "").utf8), text: text,
        corners: Corners(
          topLeft: point(found.topLeft), topRight: point(found.topRight),
          bottomRight: point(found.bottomRight), bottomLeft: point(found.bottomLeft)))
    }
  }
#endif
