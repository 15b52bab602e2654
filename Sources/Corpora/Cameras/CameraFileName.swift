/// The path of a camera file whose name is the camera's.
package struct CameraFileName: Hashable, Sendable {
  /// The camera's name.
  package let camera: String

  /// Takes the name from a path.
  ///
  /// - Returns: `nil` if the file's name is not of lower-case letters, digits and hyphens, or does not
  ///   end in `.yaml`.
  package init?(_ path: String) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let suffix = ".yaml"
    guard file.hasSuffix(suffix), CorpusName.isValid(String(file.dropLast(suffix.count))) else {
      return nil
    }
    camera = String(file.dropLast(suffix.count))
  }
}
