import CDmtx
import DecoderKit

// The whole of Foundation would triple the size of a worker that is linked statically.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DmtxAdapter {
  /// libdmtx with its options and profiles; the plugin's README explains each.
  public static let identity = DecoderIdentity(
    name: "dmtx",
    summary: "libdmtx: Data Matrix only, with a thorough and slow search (BSD-2-Clause).",
    library: "libdmtx",
    version: libraryVersion,
    symbologies: [.dataMatrix],
    options: [
      .integer(
        "timeout-ms", default: 1000, in: 1...600_000,
        "Stop looking after this many milliseconds; the library's own default is never."),
      .integer(
        "max-positions", default: 0, in: 0...1_000_000_000,
        "Stop looking after this many positions of the search grid, on any machine; 0 for all."),
      .integer(
        "max-count", default: 1, in: 1...1000,
        "Stop after this many symbols; a caller's maximum count replaces it."
      ).with(purpose: .symbolCount, worthTrying: [255]),
      .integer("shrink", default: 1, in: 1...16, "Look at every n-th pixel of every n-th row."),
      .integer(
        "edge-min", default: -1, in: -1...65535,
        "The shortest side that a symbol may have, in pixels; -1 for any."),
      .integer(
        "edge-max", default: -1, in: -1...65535,
        "The longest side that a symbol may have, in pixels; -1 for any."),
      .integer(
        "scan-gap", default: 1, in: 1...1000,
        "Pixels between the lines of the finest search grid."
      ).with(worthTrying: [2, 4]),
      .integer(
        "square-deviation", default: 50, in: 1...89,
        "Degrees by which a symbol's corners may differ from right angles."),
      .integer(
        "edge-threshold", default: 10, in: 1...100,
        "The weakest edge worth following, in percent of full contrast."
      ).with(worthTrying: [5, 20]),
      .choice(
        "symbol-size", default: "any", of: symbolShapes + symbolSizes,
        "The only symbol shape or size (rows x columns) to look for."),
      .integer(
        "fnc1", default: -1, in: -1...255,
        "The byte that stands for FNC1 between GS1 fields; -1 drops it, 29 is GS1's separator."
      ).with(purpose: .output),
    ],
    profiles: [
      DecoderProfile(
        name: "default", summary: "The library's own settings and a time limit.", settings: [:]),
      DecoderProfile(
        name: "tuned", summary: "Keeps GS1 separators; a coarser search grid.",
        settings: ["fnc1": "29", "scan-gap": "4"]),
      DecoderProfile(
        name: "repeatable",
        summary: "Stops after 2000 positions instead of a second: the same on any machine.",
        settings: ["max-positions": "2000", "timeout-ms": "4000"]),
    ],
    platforms: ["Linux", "macOS", "Windows", "FreeBSD"])

  /// The symbol shapes, which the library counts down from -1.
  static let symbolShapes = ["any", "square", "rectangle"]

  /// The symbol sizes, in the order of the library's `DmtxSymbolSize`, from 0.
  static let symbolSizes = [
    "10x10", "12x12", "14x14", "16x16", "18x18", "20x20", "22x22", "24x24", "26x26", "32x32",
    "36x36", "40x40", "44x44", "48x48", "52x52", "64x64", "72x72", "80x80", "88x88", "96x96",
    "104x104", "120x120", "132x132", "144x144", "8x18", "8x32", "12x26", "12x36", "16x36", "16x48",
  ]

  /// The properties to set on a new search, with their values.
  static func properties(_ options: DecoderOptions) -> [(DmtxProperty, Int32)] {
    func number(_ name: String) -> Int32 { Int32(options.integer(name)) }
    let size = options.choice("symbol-size")
    let sizeIndex =
      symbolSizes.firstIndex(of: size) ?? -1 - (symbolShapes.firstIndex(of: size) ?? 0)
    return [
      (DmtxPropEdgeMin, number("edge-min")),
      (DmtxPropEdgeMax, number("edge-max")),
      (DmtxPropScanGap, number("scan-gap")),
      (DmtxPropSquareDevn, number("square-deviation")),
      (DmtxPropEdgeThresh, number("edge-threshold")),
      (DmtxPropSymbolSize, Int32(sizeIndex)),
      (DmtxPropFnc1, number("fnc1")),
    ]
  }

  /// The package's version where dpkg knows one: 0.7.6 and 0.7.7 still call themselves 0.7.5.
  private static let libraryVersion: String = {
    let own = String(cString: dmtxVersion())
    guard let packaged = packageVersion(prefix: "libdmtx0"), packaged != own else { return own }
    return "\(packaged) (calls itself \(own))"
  }()

  /// The upstream version of the first installed Debian package whose name starts so.
  private static func packageVersion(prefix: String) -> String? {
    guard let status = try? Data(contentsOf: URL(filePath: "/var/lib/dpkg/status")) else {
      return nil
    }
    let lines = status.split(separator: UInt8(ascii: "\n"))
    guard let start = lines.firstIndex(where: { $0.starts(with: "Package: \(prefix)".utf8) }),
      let line = lines[start...].first(where: { $0.starts(with: "Version: ".utf8) })
    else { return nil }
    return String(decoding: line, as: UTF8.self).firstMatch(of: /^Version: (?:\d+:)?([^-]+)/)
      .map { String($0.1) }
  }
}
