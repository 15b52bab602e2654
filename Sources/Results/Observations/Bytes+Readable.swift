extension Sequence<UInt8> {
  /// The bytes as text for people: printable ASCII as it is (a backslash doubled), the rest as
  /// `\xNN`.
  public var readable: String {
    reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "\\"):
        text += "\\\\"
      case 0x20...0x7E:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += "\\x" + (hex.count < 2 ? "0" : "") + hex
      }
    }
  }
}
