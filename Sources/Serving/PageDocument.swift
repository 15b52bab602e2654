import Base
import Foundation
import Reporting

/// A page of a program: one document with its style and its scripts in it, which loads nothing from anywhere.
package struct PageDocument: Sendable {
  private let title: String
  private let style: String
  private let script: String
  private let template: String
  private let policy: String
  private let permissions: String

  /// Makes a page of the files that a feature holds.
  ///
  /// - Parameters:
  ///   - title: The name of the command, for pages that say why there is nothing to see.
  ///   - template: HTML with the places `/*STYLE*/`, `/*SCRIPT*/` and, in an attribute, `FACTS`.
  ///   - style: The style, which follows the colours and the style of all pages.
  ///   - scripts: The scripts, which are one with that of all pages, after it and in this order.
  ///   - usesCamera: True if the page may ask for the camera.
  package init(
    title: String, template: [UInt8], style: [UInt8], scripts: [[UInt8]], usesCamera: Bool
  ) {
    self.title = title
    self.style = Palette.css + Self.text(PackageResources.page_css) + Self.text(style)
    // Where there is a camera there are pictures, and scan areas over them.
    let camera = usesCamera ? [PackageResources.camera_js, PackageResources.aim_js] : []
    script = ([PackageResources.page_js] + camera + scripts).map(Self.text).joined()
    self.template = Self.text(template)
    policy =
      "default-src 'none'; script-src \(Self.hash(script)); style-src \(Self.hash(self.style)); "
      + "img-src blob: data:; connect-src 'self'; media-src blob:; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
    permissions = "camera=(\(usesCamera ? "self" : "")), microphone=(), geolocation=()"
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func hash(_ text: String) -> String {
    "'sha256-\(Data(SHA256Digest(of: Array(text.utf8)).bytes).base64EncodedString())'"
  }

  /// The headers of every answer; the policy allows the page's own style and scripts by their hashes, its own
  /// server, and nothing else.
  var headers: [String: String] {
    [
      "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": permissions,
    ]
  }

  /// The document with what a tab must know, in an attribute: nothing in it becomes markup.
  func html(_ facts: some Encodable) throws -> String {
    let json = try SortedJSON.text(facts)
    return template.replacing("/*STYLE*/", with: style)
      .replacing("/*SCRIPT*/", with: script).replacing("FACTS", with: Self.escaped(json))
  }

  /// A page that says why there is nothing to see.
  func notice(_ refusal: PageRefusal) -> String {
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>\(title)</title>"
      + "<main><h1>\(title)</h1><p>\(Self.escaped(refusal.description))</p></main></html>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
