// Reads barcodes in image files: {{summary}}.
//
//     scanner IMAGE...
//
// Prints one line of JSON for each code. Exits with 0, with 2 if an image could not be read, and with 64
// if there is none.
//
// The same settings scan a camera: give `FrameScanner(reader: reader, options: options)` a `FrameSource`.

import DecoderKit
import Foundation
import Images
import Scanning
import Values

/// The rules by which a payload counts.
struct PayloadRules {
  private let patterns: [Regex<AnyRegexOutput>]
  private let lengths: [String: ClosedRange<Int>]

  init() throws {
    patterns = try Settings.rejectedPatterns.map {
      try Regex($0).matchingSemantics(.unicodeScalar).dotMatchesNewlines()
    }
    lengths = Dictionary(uniqueKeysWithValues: Settings.lengths.map { ($0.symbology, $0.bytes) })
  }

  func accept(_ reading: Reading) -> Bool {
    if let symbology = reading.symbology, let range = lengths[symbology.rawValue],
      !range.contains(reading.bytes.count)
    {
      return false
    }
    guard !Settings.rejected.contains(reading.bytes),
      !Settings.rejectedPrefixes.contains(where: { reading.bytes.starts(with: $0) })
    else { return false }
    // Patterns see each byte as one character.
    var text = ""
    text.unicodeScalars.append(contentsOf: reading.bytes.map { Unicode.Scalar($0) })
    return !patterns.contains { (try? $0.wholeMatch(in: text)) != nil }
  }
}

/// The part of the image that is looked at, and the selection in it.
func scanRegion() -> ScanRegion {
  let area = Settings.area
  return ScanRegion(
    margins: ScanRegion.Margins(
      left: .fraction(area.left), top: .fraction(area.top),
      right: .fraction(max(0, 1 - area.left - area.width)),
      bottom: .fraction(max(0, 1 - area.top - area.height))),
    pointOfInterest: ScanRegion.PointOfInterest(
      x: .fraction(Settings.pointOfInterest.x), y: .fraction(Settings.pointOfInterest.y)),
    selection: Settings.selection)
}

/// A text as JSON.
func quoted(_ text: String) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .withoutEscapingSlashes
  return String(decoding: try encoder.encode(text), as: UTF8.self)
}

func report(_ reading: Reading, of path: String) throws {
  let symbology = reading.symbology.map { "\"\($0.rawValue)\"" } ?? "null"
  let hex = reading.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  var line = "{\"image\":\(try quoted(path)),\"symbology\":\(symbology),\"hex\":\"\(hex)\""
  if Settings.parsesValues {
    let value = BarcodeValue(reading.bytes, carrier: Carrier(reading.symbology))
    line += ",\"type\":\(try quoted(value.type.rawValue))"
    line += ",\"value\":\(try quoted(value.displayValue))"
  }
  print(line + "}")
}

func complain(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}

/// Reads all images.
///
/// - Returns: The exit status.
func scan(_ paths: [String]) async throws -> Int32 {
  let reader = try InProcessReader(Settings.Adapter.self, options: Settings.decoderOptions)
  let options = ScannerOptions(
    symbologies: Settings.symbologies, aim: ScanAim(region: scanRegion()))
  let judge = FrameJudge(reader: reader, options: options)
  let rules = try PayloadRules()
  let start = ContinuousClock.now
  var codes: Set<[UInt8]> = []
  var status: Int32 = 0
  for (index, path) in paths.enumerated() {
    let limit = Settings.stopAfterSeconds
    if limit > 0, ContinuousClock.now - start >= .seconds(limit) { break }
    let image: GrayImage
    do {
      image = try ImageFile.read(path: path)
    } catch {
      complain(error.description)
      status = 2
      continue
    }
    let judgement = await judge.judge(Frame(index: index, time: .zero, image: image))
    if let failure = judgement.failure {
      complain("\(path): \(failure)")
      status = 2
    }
    for reading in judgement.readings where rules.accept(reading) {
      try report(reading, of: path)
      codes.insert(Array((reading.symbology?.rawValue ?? "").utf8) + [0] + reading.bytes)
      if Settings.stopAfterCodes > 0, codes.count >= Settings.stopAfterCodes { return status }
      if !Settings.severalPerImage { break }
    }
  }
  return status
}

let images = Array(CommandLine.arguments.dropFirst())
if images.isEmpty {
  complain("usage: scanner IMAGE...")
  exit(64)
}
exit(try await scan(images))
