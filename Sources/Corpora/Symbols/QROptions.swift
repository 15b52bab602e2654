/// The share of a QR Code's codewords that may be damaged: about 7, 15, 25 or 30 %.
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

/// The mode in which a QR Code's data is put into codewords (ISO/IEC 18004, 7.4).
public enum QRMode: String, CaseIterable, Hashable, Sendable, Codable {
  /// Digits in numeric mode, the 45 characters in alphanumeric mode, everything else in byte mode.
  case automatic
  /// Like `automatic`, but with pairs of bytes that are Shift JIS kanji in kanji mode; the payload
  /// starts with such a pair.
  case kanji
}
