/// How much of a QR Code may be damaged: about 7, 15, 25 or 30 % of its codewords.
public enum QRErrorCorrection: String, CaseIterable, Hashable, Sendable, Codable {
  /// Low.
  case low = "L"
  /// Medium.
  case medium = "M"
  /// Quartile.
  case quartile = "Q"
  /// High.
  case high = "H"
}

/// How a QR Code's data is put into codewords (ISO/IEC 18004, 7.4).
public enum QRMode: String, CaseIterable, Hashable, Sendable, Codable {
  /// Digits in numeric mode, the 45 characters in alphanumeric mode, all else in byte mode.
  case automatic
  /// As `automatic`, and pairs of bytes that are Shift JIS kanji in kanji mode; the payload starts
  /// with one.
  case kanji
}
