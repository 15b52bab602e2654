/// A decoder's label with its library's version: no number is about a name alone.
package enum VersionedName {
  /// `zbar 0.23.92`, `zxing (ZXing-C++ 1.4.0)`.
  package static func text(_ label: String, library: String, version: String) -> String {
    let version = version.split(separator: " ").first.map(String.init) ?? version
    return label == library ? "\(label) \(version)" : "\(label) (\(library) \(version))"
  }
}
