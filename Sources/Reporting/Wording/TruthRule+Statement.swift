import Judging

extension TruthRule {
  /// The rule's statement, in one sentence.
  public var statement: String {
    switch self {
    case .unnamedSymbology:
      "A reading that names no symbology is taken at its data."
    case .gs1Carrier:
      "A GS1 symbol may be called by the name of its carrier; a plain symbol may not be called GS1."
    case .itf14Name:
      "ITF-14 may be called ITF, and ITF may be called ITF-14 if it has 14 digits and a right "
        + "check digit."
    case .retailFamily:
      "EAN-13, UPC-A and UPC-E may be called by each other's names if the GTIN is the same; "
        + "EAN-8 may not."
    case .stackedLayout:
      "A stacked DataBar symbol and one in a single row may be called by each other's names."
    case .gtinLength:
      "A GTIN may have leading zeros more or fewer: 8, 12, 13 or 14 digits are one number."
    case .upcEExpanded:
      "UPC-E's 8 digits (number system 0 or 1) and the GTIN that they stand for are the same."
    case .addOnSeparator:
      "A space, `+` or `-` may stand between the main symbol's digits and those of the add-on."
    case .addOnOmitted:
      "The main symbol alone is right; digits beside it that the truth lacks are right only if a "
        + "person wrote the truth down."
    case .code39FullASCII:
      "The pairs of the Full ASCII mode may be returned as they are or as what they stand for."
    case .code39Check:
      "A right modulo 43 check character at the end may be there or not."
    case .itfLeadingZero:
      "An odd number of digits lacks the leading zero that fills the last pair."
    case .itfCheck:
      "A right modulo 10 check digit at the end may be there or not if one of the two numbers of "
        + "digits is odd."
    case .codabarStartStopNames:
      "Start and stop may be called A to D, a to d, or T, N, `*`, E."
    case .codabarStartStop:
      "Start and stop may be left out, both together."
    case .codabarCheck:
      "A right modulo 16 check character before the stop may be there or not."
    case .dataBarIdentifier:
      "The 14 digits may stand alone or behind `01`, `(01)` or `[01]`."
    case .gs1Brackets:
      "Application identifiers may stand in parentheses or brackets, as printed for people, "
        + "without separators."
    case .gs1LeadingSeparator:
      "The FNC1 in front, which says that the symbol is GS1, may be returned as 0x1D."
    case .gs1RedundantSeparator:
      "Separators at the end and behind elements of predefined length may be there or not."
    case .gs1DroppedSeparator:
      "All separators may be missing if nothing else is."
    case .symbologyIdentifier:
      "The reading may begin with the symbology's own identifier, such as `]C1`."
    case .eciEscape:
      "ECIs may be returned as a backslash and six digits, and backslashes doubled."
    case .writtenText:
      "Where the truth is text that a person wrote down, the bytes may be that text in any "
        + "common charset."
    case .decoderText:
      "Where the truth is text that a person wrote down, the decoder's own text may be it."
    }
  }

  /// The standard that justifies the rule, or the party that decided it and the reason.
  public var source: String {
    switch self {
    case .unnamedSymbology:
      "the plugin protocol: the name is optional"
    case .gs1Carrier:
      "ISO/IEC 15417, 16022, 18004: FNC1 in first position makes the symbol GS1 and is no data; "
        + "ISO/IEC 15424 tells the two apart by the modifier alone"
    case .itf14Name:
      "GS1 General Specifications: ITF-14 is ITF (ISO/IEC 16390) with 14 digits"
    case .retailFamily:
      "ISO/IEC 15424: `]E0` is 13 digits from any of the three, EAN-8 is `]E4`"
    case .stackedLayout:
      "ISO/IEC 24724: the same symbol characters in two rows or more"
    case .gtinLength:
      "GS1 General Specifications: GTINs are right-aligned and zero-filled; prefixes that would "
        + "collide with GTIN-8 are never given out"
    case .upcEExpanded:
      "ISO/IEC 15420: zero suppression; the check digit is that of the whole number"
    case .addOnSeparator:
      "ours: ISO/IEC 15424 joins the two (`]E3`), libraries print a separator"
    case .addOnOmitted:
      "ISO/IEC 15420: add-ons are symbols of their own, read on request; strict matching needs both"
    case .code39FullASCII:
      "ISO/IEC 16388: Full ASCII is an agreement between printer and reader, not marked in the "
        + "symbol"
    case .code39Check:
      "ISO/IEC 16388: the check character is optional, and so is returning it"
    case .itfCheck:
      "ISO/IEC 16390: the check digit is optional, and so is returning it; an ITF symbol cannot "
        + "have an odd number of digits"
    case .itfLeadingZero:
      "ISO/IEC 16390: digits come in pairs, an odd number gets a leading zero"
    case .codabarStartStopNames:
      "EN 798: A to D; T, N, `*`, E are older names of the same characters"
    case .codabarStartStop:
      "ours: users disagree whether start and stop are data; libraries drop or keep them"
    case .codabarCheck:
      "EN 798: the check character is optional, and counts start and stop"
    case .dataBarIdentifier:
      "ISO/IEC 24724: the symbol holds a GTIN, the reader puts AI 01 before it"
    case .gs1Brackets:
      "GS1 General Specifications: human readable interpretation; brackets are never encoded"
    case .gs1LeadingSeparator:
      "ISO/IEC 15417, 16022, 18004: FNC1 in first position is not transmitted as data"
    case .gs1RedundantSeparator:
      "GS1 General Specifications: predefined-length element strings need no separator"
    case .gs1DroppedSeparator:
      "ours: what some readers do unless told otherwise; the fields can no longer be told apart, so strict matching does "
        + "not take it"
    case .symbologyIdentifier:
      "ISO/IEC 15424"
    case .eciEscape:
      "AIM ITS/04-001 and the 2-D symbology standards: the protocol of readers with ECI"
    case .writtenText:
      "ours: a text file says which characters, not which bytes are in the symbol"
    case .decoderText:
      "ours: as above; symbols that change charset half-way have no other form"
    }
  }

  /// The rule's row in the table of `docs/truth-matching.md`.
  public var tableRow: String {
    let names = symbologies.map { $0.map(\.description).joined(separator: ", ") } ?? "all"
    let loss = isLossy ? "yes" : ""
    return "| `\(rawValue)` | \(names) | \(statement) | \(source) | \(loss) |"
  }
}
