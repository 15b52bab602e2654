/// The questions that samples cannot answer alone, in the order in which they are asked.
enum Question: String, CaseIterable, Hashable, Sendable {
  /// The symbologies to read, of those that were seen and others.
  case symbologies
  /// One code per image, or several.
  case several
  /// The lengths of data to accept.
  case lengths
  /// The treatment of add-ons beside EAN and UPC symbols.
  case addOns = "add-ons"
  /// True to take only symbols whose check digit is right, where a symbology leaves it open.
  case checkDigits = "check-digits"
  /// Payloads that never count.
  case reject
  /// The number of different codes after which a scan ends.
  case stopAfterCodes = "stop-after-codes"
  /// The seconds after which a scan ends.
  case stopAfterSeconds = "stop-after-seconds"
  /// The part of the frame that is scanned.
  case scanArea = "scan-area"
  /// The shape of the view-finder.
  case viewFinder = "view-finder"
  /// True to parse payloads into values.
  case values
  /// The property that matters most.
  case goal
  /// The languages of the generated programs.
  case language

  /// True if the question makes sense for the needs.
  func applies(to needs: SampleNeeds) -> Bool {
    switch self {
    case .addOns:
      needs.symbologies.contains { [.ean13, .upcA, .upcE].contains($0.symbology) }
    case .checkDigits: needs.symbologies.contains { CheckDigit.of($0.symbology) != nil }
    default: true
    }
  }
}

/// The property of a scanner that matters most.
enum Goal: String, CaseIterable, Hashable, Sendable, Codable {
  /// It reads as many symbols as possible.
  case reach
  /// It takes as little time as possible, and reads about as many.
  case speed
  /// It never returns anything wrong, and then reads as many as possible.
  case safety
}
