import Base
import Foundation
import Reporting

/// The page: one document with its style and its scripts in it, which loads nothing from anywhere.
///
/// Its files are in `Page` and are compiled into the program.
struct LivePage {
  /// The decoders' names, in their order.
  let decoders: [String]
  /// The number of images that were named on the command line.
  let images: Int
  /// True if distances are known.
  let hasDistance: Bool

  private struct Facts: Encodable {
    let key: String
    let decoders: [String]
    let looks: [Int]
    let images: Int
    let hasDistance: Bool
  }

  private static let style = Palette.css + text(PackageResources.live_css)
  /// The scripts are one, in this order.
  private static let script = [
    PackageResources.chart_js, PackageResources.frames_js, PackageResources.picture_js,
    PackageResources.numbers_js, PackageResources.camera_js, PackageResources.pictures_js,
    PackageResources.walk_js, PackageResources.start_js,
  ].map(text).joined()
  private static let template = text(PackageResources.live_html)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func hash(_ text: String) -> String {
    "'sha256-\(Data(SHA256Digest(of: Array(text.utf8)).bytes).base64EncodedString())'"
  }

  /// The policy of the page: its own style and scripts by their hashes, its own server, and nothing else.
  static let policy =
    "default-src 'none'; script-src \(hash(script)); style-src \(hash(style)); img-src blob: data:; "
    + "connect-src 'self'; media-src blob:; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  /// The headers of every answer.
  static let headers: [String: String] = [
    "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
  ]

  /// Makes the document for a tab.
  func document(key: String) throws -> String {
    let looks = DecoderLook.looks(of: decoders)
    let facts = Facts(
      key: key, decoders: decoders, looks: decoders.map { looks[$0]?.color ?? 0 }, images: images,
      hasDistance: hasDistance)
    // In an attribute of the page, whatever the decoders' labels are.
    let json = try SortedJSON.text(facts)
    return Self.template.replacing("/*STYLE*/", with: Self.style)
      .replacing("/*SCRIPT*/", with: Self.script).replacing("FACTS", with: Self.escaped(json))
  }

  /// A page that says why there is nothing to see.
  static func notice(_ refusal: LiveRefusal) -> String {
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>harness live</title>"
      + "<main><h1>harness live</h1><p>\(escaped(refusal.description))</p></main></html>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
