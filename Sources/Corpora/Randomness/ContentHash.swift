/// SHA-256 hashes of content, in hexadecimal; they identify things across runs and machines.
package enum ContentHash {
  /// Hashes bytes, as `sha256sum` prints it.
  package static func sha256(of bytes: [UInt8]) -> String { SHA256Digest(of: bytes).hex }

  /// Hashes a list of texts. Each is preceded by its length, so that different lists give different
  /// input.
  package static func sha256(ofParts parts: [String]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("\(part.utf8.count) ".utf8)
      bytes += Array(part.utf8)
    }
    return SHA256Digest(of: bytes).hex
  }
}
