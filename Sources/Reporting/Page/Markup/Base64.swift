#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bytes as text for data URIs (RFC 4648, section 4).
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
  }
}
