@testable import Values

/// A reason for which ZXing Java 3.4.1 says otherwise; docs/values.md has a line for each.
///
/// `explains` looks for what sets the reason off: in the payload, in the property that the field is read
/// from, or in the difference itself. The truth is the generator's in any case.
enum ZXingRule: String, CaseIterable {
  case elementStrings = "element-strings"
  case lastElement = "last-element"
  case licence
  case lineFeedFold = "line-feed-fold"
  case foldedHeader = "folded-header"
  case foldedSeparator = "folded-separator"
  case bareQuotedPrintable = "bare-quoted-printable"
  case quotedPrintableEscape = "quoted-printable-escape"
  case quotedPrintableTrail = "quoted-printable-trail"
  case firstOfSeveral = "first-of-several"
  case escapeOrder = "escape-order"
  case separatorAfterBackslash = "separator-after-backslash"
  case nameParts = "name-parts"
  case nicknameCommas = "nickname-commas"
  case propertyGroup = "property-group"
  case geoURI = "geo-uri"
  case lineInValue = "line-in-value"
  case quotedParameter = "quoted-parameter"
  case nestedComponent = "nested-component"
  case lastField = "last-field"
  case quotedSSID = "quoted-ssid"
  case encryptionKinds = "encryption-kinds"
  case meCardComma = "mecard-comma"
  case plusIsBlank = "plus-is-blank"
  case nameInCapitals = "name-in-capitals"
  case phoneParameters = "phone-parameters"
  case ampersand
  case geoParameters = "geo-parameters"
  case geoQuery = "geo-query"
  case geoAltitude = "geo-altitude"
  case negativeAltitude = "negative-altitude"
  case unusualAddress = "unusual-address"
  case publications
  case caseTrade = "case-trade"
  case shortUPCE = "short-upc-e"
  case addOn = "add-on"

  func explains(_ difference: Disagreement) -> Bool {
    switch difference.kind {
    case .url, .bookmark, .digitalLink, .mailto, .phone, .sms, .smsto, .geo, .smtp:
      explainsAddress(difference)
    case .vCard21, .vCard3, .vCard4, .event, .vCalendar: explainsProperty(difference)
    case .wifi, .meCard, .bizCard, .matmsg: explainsFields(difference)
    default: explainsNumber(difference)
    }
  }

  private func explainsAddress(_ difference: Disagreement) -> Bool {
    let (ours, theirs) = (difference.ours, difference.theirs)
    switch self {
    case .plusIsBlank: return theirs == ours.map { $0.replacing("+", with: " ") }
    case .nameInCapitals:
      let name = difference.field
      return theirs.isEmpty && difference.text.contains(name.capitalized + "=")
        || theirs.isEmpty && difference.text.contains(name.uppercased() + "=")
    case .phoneParameters:
      return difference.kind == .phone && theirs.count == 1 && ours.count == 1
        && (theirs[0].hasPrefix(ours[0] + ";") || theirs[0].contains("%23"))
    case .ampersand: return difference.kind == .sms && !difference.text.contains("?")
    case .geoParameters: return difference.kind == .geo && difference.text.contains(";")
    case .geoQuery: return difference.field == "query" && theirs.first?.hasPrefix("q=") == true
    case .geoAltitude: return difference.field == "altitude" && ours.isEmpty && theirs == ["0.0"]
    case .negativeAltitude:
      let numbers = difference.text.prefix { $0 != "?" }.split(separator: ",")
      return difference.kind == .geo && numbers.count == 3 && numbers[2].hasPrefix("-")
    case .lastField: return difference.kind == .bookmark && !difference.text.hasSuffix(";")
    case .unusualAddress:
      let isASCII = difference.text.utf8.allSatisfy { $0 < 0x80 }
      return difference.kind == .url && theirs == ["TEXT"]
        && (!isASCII || difference.text.contains("@") || difference.text.contains("~"))
    default: return false
    }
  }

  private func explainsProperty(_ difference: Disagreement) -> Bool {
    let written = difference.written
    switch self {
    case .lineFeedFold: return written.contains(where: \.isFoldedAtLineFeed)
    case .foldedHeader: return written.contains { $0.header.contains("\n") }
    case .foldedSeparator:
      let folds = [";\n ", ";\n\t", "\n ;", "\n\t;", "\n ,", "\n\t,"]
      return written.contains { property in folds.contains { property.value.contains($0) } }
    case .bareQuotedPrintable:
      return written.contains { $0.header.contains(";QUOTED-PRINTABLE") }
    case .quotedPrintableEscape:
      let unescaped = difference.theirs.map { $0.replacing("\\;", with: ";") }
      return written.contains(where: \.isQuotedPrintable) && unescaped != difference.theirs
        && unescaped == Array(difference.ours.prefix(unescaped.count))
    case .quotedPrintableTrail:
      return written.contains { $0.isQuotedPrintable && $0.header.contains("SHIFT_JIS") }
    case .firstOfSeveral:
      return difference.ours.count > 1 && difference.theirs == Array(difference.ours.prefix(1))
    case .escapeOrder:
      return written.contains { $0.unfolded.contains("\\\\n") || $0.unfolded.contains("\\\\N") }
    case .separatorAfterBackslash: return written.contains { $0.unfolded.contains("\\\\;") }
    case .nameParts:
      return difference.field == "name" && written.allSatisfy { !$0.header.hasPrefix("FN") }
        && written.contains { $0.unfolded.contains("\\;") }
    case .nicknameCommas:
      return difference.field == "nickname" && written.contains { $0.unfolded.contains("\\,") }
    case .propertyGroup: return written.contains { $0.header.hasPrefix("item1.") }
    case .geoURI:
      return difference.field == "location" && difference.theirs.first?.hasPrefix("geo:") == true
    case .lineInValue:
      let text = difference.text.uppercased()
      return difference.names.contains { text.contains("=\r\n\($0)") }
    case .quotedParameter: return written.contains { $0.header.contains("\"") }
    case .nestedComponent:
      return difference.text.contains("BEGIN:VALARM")
        && ["end", "description"].contains(difference.field)
        || difference.text.contains("BEGIN:VTIMEZONE")
          && ["start", "start-is-day", "end"].contains(difference.field)
    default: return false
    }
  }

  private func explainsFields(_ difference: Disagreement) -> Bool {
    let (ours, theirs) = (difference.ours, difference.theirs)
    switch self {
    case .lastField: return !difference.text.hasSuffix(";")
    case .quotedSSID: return theirs == ours.map { "\"\($0)\"" }
    case .encryptionKinds:
      return difference.field == "encryption" && ours == ["WPA"]
        && theirs.first?.hasPrefix("WPA") == true
    case .meCardComma:
      return difference.kind == .meCard && difference.field == "name"
        && difference.text.contains("\\,")
    default: return false
    }
  }

  private func explainsNumber(_ difference: Disagreement) -> Bool {
    let digits = difference.text.prefix(while: \.isNumber)
    switch self {
    case .elementStrings:
      return difference.format != "RSS_EXPANDED" && difference.ours == ["PRODUCT"]
        && (difference.kind == .elementStrings || difference.kind == .bracketed)
    case .lastElement:
      return difference.kind == .bracketed && difference.ours.count > 1
        && difference.theirs == difference.ours.suffix(1)
    case .licence: return difference.kind == .licence && difference.theirs == ["TEXT"]
    case .publications:
      return difference.kind == .publication && (digits.count != 13 || digits.hasPrefix("977"))
    case .caseTrade: return difference.format == "ITF" && difference.theirs == ["TEXT"]
    case .shortUPCE: return difference.carrier == .upcE && digits.count < 8
    case .addOn: return digits.count != difference.text.count || digits.count > 14
    default: return false
    }
  }
}
