import DecoderKit

/// One way in which a reading may differ from the truth and still be right.
///
/// Decoders print the same symbol differently, and standards allow it. Canonical matching takes a
/// reading as right when these rules explain every difference; strict matching uses no rules. The
/// cases are the table of `docs/truth-matching.md`, in its order; the raw value is the rule's name
/// in reports.
public enum TruthRule: String, CaseIterable, Hashable, Sendable, Codable {
  // The name of the symbology.
  case unnamedSymbology = "unnamed-symbology"
  case gs1Carrier = "gs1-carrier"
  case itf14Name = "itf-14-name"
  case retailFamily = "retail-family"
  case stackedLayout = "stacked-layout"

  // EAN and UPC.
  case gtinLength = "gtin-length"
  case upcEExpanded = "upc-e-expanded"
  case addOnSeparator = "add-on-separator"
  case addOnOmitted = "add-on-omitted"

  // Other linear codes.
  case code39FullASCII = "code-39-full-ascii"
  case code39Check = "code-39-check"
  case itfLeadingZero = "itf-leading-zero"
  case itfCheck = "itf-check"
  case codabarStartStopNames = "codabar-start-stop-names"
  case codabarStartStop = "codabar-start-stop"
  case codabarCheck = "codabar-check"

  // GS1 element strings.
  case dataBarIdentifier = "databar-identifier"
  case gs1Brackets = "gs1-brackets"
  case gs1LeadingSeparator = "gs1-leading-separator"
  case gs1RedundantSeparator = "gs1-redundant-separator"
  case gs1DroppedSeparator = "gs1-dropped-separator"

  // Any symbology.
  case symbologyIdentifier = "symbology-identifier"
  case eciEscape = "eci-escape"
  case finalLineBreak = "final-line-break"
  case writtenText = "written-text"
  case decoderText = "decoder-text"

  /// True if the reading lacks something that the symbol says and that cannot be reconstructed.
  ///
  /// Such a rule explains what one side lacks: two sides that lost different things do not match.
  public var isLossy: Bool {
    switch self {
    case .addOnOmitted, .codabarStartStop, .gs1DroppedSeparator: true
    default: false
    }
  }

  /// The symbologies to which the rule applies; `nil` for all.
  public var symbologies: [Symbology]? {
    switch self {
    case .unnamedSymbology, .symbologyIdentifier, .finalLineBreak, .writtenText, .decoderText: nil
    case .gs1Carrier: [.gs1QRCode, .gs1DataMatrix, .gs1_128]
    case .itf14Name: [.itf, .itf14]
    case .retailFamily, .addOnSeparator, .addOnOmitted: [.ean13, .upcA, .upcE]
    case .stackedLayout: [.dataBar, .dataBarStacked, .dataBarExpanded, .dataBarExpandedStacked]
    case .gtinLength: [.ean13, .ean8, .upcA, .upcE]
    case .upcEExpanded: [.upcE]
    case .code39FullASCII, .code39Check: [.code39]
    case .itfLeadingZero, .itfCheck: [.itf, .itf14]
    case .codabarStartStopNames, .codabarStartStop, .codabarCheck: [.codabar]
    case .dataBarIdentifier: [.dataBar, .dataBarStacked, .dataBarLimited]
    case .gs1Brackets, .gs1LeadingSeparator, .gs1RedundantSeparator, .gs1DroppedSeparator:
      Symbology.allCases.filter { Contents(of: $0) == .elementString }
    case .eciEscape: Symbology.allCases.filter(\.carriesECI)
    }
  }
}

extension Symbology {
  /// True if its symbols can announce charsets by Extended Channel Interpretations.
  package var carriesECI: Bool {
    switch self {
    case .qrCode, .gs1QRCode, .rMQRCode, .dataMatrix, .gs1DataMatrix, .aztec, .pdf417,
      .microPDF417, .maxiCode:
      true
    default: false
    }
  }
}
