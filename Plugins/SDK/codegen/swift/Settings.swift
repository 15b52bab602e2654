import DecoderKit
import Scanning
import {{word.module}}

/// The settings of this scanner. Everything that was found for your codes is in this file.
enum Settings {
  /// The decoder.
  typealias Adapter = {{word.adapter}}

  /// The decoder's options, all of them.
  static let decoderOptions = Dictionary(
    uniqueKeysWithValues: [
{{#options}}
      ("{{name}}", "{{bytes}}"),
{{/options}}
    ] as [(String, String)])

  /// The symbologies to look for; `nil` for all that the decoder reads.
{{#narrowed}}
  static let symbologies: Set<Symbology>? = Set(
    [
{{#formats}}
      "{{code}}",
{{/formats}}
    ].compactMap(Symbology.init(rawValue:)))
{{/narrowed}}
{{^narrowed}}
  static let symbologies: Set<Symbology>? = nil
{{/narrowed}}

  /// The scan area, in fractions of the image: what lies outside is not looked at.
  static let area = (
    left: {{area.left}}, top: {{area.top}}, width: {{area.width}}, height: {{area.height}})

  /// The point of interest, in fractions of the scan area, and the selection around it.
  static let pointOfInterest = (x: {{selection.x}}, y: {{selection.y}})
  static let selection: ScanRegion.Selection = {
    let (radius, width, height) = ({{selection.radius}}, {{selection.width}}, {{selection.height}})
    switch "{{selection.kind}}" {
    case "circle": return .radius(.fraction(radius))
    case "rectangle": return .rectangle(width: .fraction(width), height: .fraction(height))
    default: return .all
    }
  }()

  /// The end of a scan: after this many different codes, after this many seconds; 0 for no limit.
  static let stopAfterCodes = {{stop.codes}}
  static let stopAfterSeconds = {{stop.seconds}}

  /// True if all codes of an image count, false if only the first one does.
  static let severalPerImage = {{several}}

  /// True if the meaning of each payload is printed, too.
  static let parsesValues = {{values}}

  /// The resolution that a camera should capture, in pixels; 0 if it does not matter. This program reads
  /// files and does not use it.
  static let captureSize = (width: {{resolution.width}}, height: {{resolution.height}})

  /// The view-finder to draw over a camera's picture, its sides in fractions of the scan area's. This
  /// program draws nothing.
  static let viewFinder = (
    kind: "{{viewfinder.kind}}", width: {{viewfinder.width}}, height: {{viewfinder.height}})

  /// The numbers of data bytes that count, by symbology; others have any length.
  static let lengths: [(symbology: String, bytes: ClosedRange<Int>)] = [
{{#lengths}}
    ("{{name}}", {{least}}...{{most}}),
{{/lengths}}
  ]

  /// Payloads that never count.
  static let rejected: Set<[UInt8]> = [
{{#rejections}}
{{#exact}}
    bytes("{{bytes}}"),
{{/exact}}
{{/rejections}}
  ]

  /// Payloads that begin so never count.
  static let rejectedPrefixes: [[UInt8]] = [
{{#rejections}}
{{#prefix}}
    bytes("{{bytes}}"),
{{/prefix}}
{{/rejections}}
  ]

  /// Payloads that match one of these from the first byte to the last never count.
  static let rejectedPatterns: [String] = [
{{#rejections}}
{{#pattern}}
    "{{bytes}}",
{{/pattern}}
{{/rejections}}
  ]

  /// The bytes of a literal in which each character stands for one.
  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}
