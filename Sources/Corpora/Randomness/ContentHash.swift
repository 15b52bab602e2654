/// SHA-256 of content, in hexadecimal: what things are known by across runs and machines.
package enum ContentHash {
  /// Of bytes, as `sha256sum` prints it.
  package static func sha256(of bytes: [UInt8]) -> String { SHA256Digest(of: bytes).hex }

  /// Of a list of texts. Each is preceded by its length, so that no two lists look the same.
  package static func sha256(ofParts parts: [String]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("\(part.utf8.count) ".utf8)
      bytes += Array(part.utf8)
    }
    return SHA256Digest(of: bytes).hex
  }
}
