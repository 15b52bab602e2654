import Base

/// The page's script: sorting, choosing what is shown, samples at large, values under the pointer, the theme,
/// and printing in full.
///
/// It is written in files of its own, which the build puts into the program. It never creates markup from text.
/// Without it the page only loses convenience, no content.
enum PageScript {
  /// The script.
  static let source = "(() => {\n\"use strict\";\n" + files.joined(separator: "\n") + "})();\n"

  /// The base64 of the script's SHA-256, which the page's policy allows.
  static let sha256 = Base64.text(SHA256Digest(of: Array(source.utf8)).bytes)

  private static var files: [String] {
    [
      PackageResources.theme_js, PackageResources.filters_js, PackageResources.viewer_js,
      PackageResources.start_js,
    ].map { String(decoding: $0, as: UTF8.self) }
  }
}
