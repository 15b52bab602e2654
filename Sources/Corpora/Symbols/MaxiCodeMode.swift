/// The mode of a MaxiCode, which sets its content (ISO/IEC 16023, 4.7).
public enum MaxiCodeMode: Hashable, Sendable {
  /// Modes 2 and 3: a parcel's destination, and a message.
  ///
  /// - postcode: Nine digits, which make it mode 2, or six characters of A–Z and 0–9: mode 3.
  /// - country: ISO 3166 number, 0 to 999.
  /// - service: The carrier's class of service, 0 to 999.
  case carrier(postcode: String, country: Int, service: Int)
  /// Mode 4: a message.
  case standard
  /// Mode 5: a message with more error correction.
  case fullCorrection

  /// The number of the mode in the standard.
  public var number: Int {
    switch self {
    case .carrier(let postcode, _, _): postcode.utf8.count == 9 ? 2 : 3
    case .standard: 4
    case .fullCorrection: 5
    }
  }
}

extension MaxiCodeMode: CustomStringConvertible {
  /// The mode in words: `mode 4`.
  public var description: String {
    guard case .carrier(let postcode, let country, let service) = self else {
      return "mode \(number)"
    }
    return "mode \(number), postcode \(postcode), country \(country), service \(service)"
  }
}
