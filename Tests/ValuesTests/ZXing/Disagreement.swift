@testable import Values

/// One thing that ZXing Java says otherwise: the type of a payload, or one of its fields.
struct Disagreement {
  let kind: PayloadKind
  let carrier: Carrier
  /// The barcode format that ZXing was told.
  let format: String
  let text: String
  /// The field's name, or `type`.
  let field: String
  let ours: [String]
  let theirs: [String]

  /// The fields in which two views differ, or the type if that does.
  static func between(
    _ ours: ZXingView, _ theirs: ZXingView, kind: PayloadKind, format: String,
    drawn: DrawnPayload
  ) -> [Disagreement] {
    func disagreement(_ field: String, _ ours: [String], _ theirs: [String]) -> Disagreement {
      Disagreement(
        kind: kind, carrier: drawn.carrier, format: format, text: drawn.text, field: field,
        ours: ours, theirs: theirs)
    }
    if ours.type != theirs.type { return [disagreement("type", [ours.type], [theirs.type])] }
    return Set(ours.fields.keys).union(theirs.fields.keys).sorted().compactMap { field in
      let (own, other) = (ours.fields[field] ?? [], theirs.fields[field] ?? [])
      return own == other ? nil : disagreement(field, own, other)
    }
  }

  /// A property of a card or a calendar as it is written, folds and escapes included.
  struct Written {
    var header: String
    var value: String
    /// True if a fold follows a line feed without a carriage return.
    var isFoldedAtLineFeed: Bool
    var unfolded: String { value.replacing("\n ", with: "").replacing("\n\t", with: "") }
    var isQuotedPrintable: Bool { header.uppercased().contains("QUOTED-PRINTABLE") }
  }

  private static let propertyNames: [String: Set<String>] = [
    "name": ["FN", "N"], "nickname": ["NICKNAME"], "phone": ["TEL"], "email": ["EMAIL"],
    "address": ["ADR"], "organization": ["ORG"], "title": ["TITLE"], "url": ["URL"],
    "note": ["NOTE"], "messenger": ["IMPP"], "birthday": ["BDAY"], "location": ["GEO", "LOCATION"],
    "summary": ["SUMMARY"], "description": ["DESCRIPTION"], "start": ["DTSTART"],
    "start-is-day": ["DTSTART"], "end": ["DTEND", "DURATION", "DTSTART"], "point": ["GEO"],
    "organizer": ["ORGANIZER"], "attendee": ["ATTENDEE"],
    "type": ["DTSTART", "DTEND", "DURATION", "GEO"],
  ]

  /// The names of the properties that the field is read from.
  var names: Set<String> { Self.propertyNames[field] ?? [] }

  /// Those properties as they are written.
  var written: [Written] {
    let isLineFeed = !text.unicodeScalars.contains("\r")
    var logical: [Written] = []
    var isSoft = false
    for line in text.replacing("\r\n", with: "\n").split(separator: "\n") {
      // A blank and a combining mark behind it are one character.
      let isFold = line.unicodeScalars.first.map { $0 == " " || $0 == "\t" } ?? false
      if let last = logical.indices.last, isSoft || isFold {
        logical[last].value += "\n" + line
        logical[last].header = String(logical[last].value.prefix { $0 != ":" })
        if !isSoft && isLineFeed { logical[last].isFoldedAtLineFeed = true }
      } else {
        logical.append(Written(header: "", value: String(line), isFoldedAtLineFeed: false))
        logical[logical.count - 1].header = String(line.prefix { $0 != ":" })
      }
      isSoft = logical.last?.isQuotedPrintable == true && line.hasSuffix("=")
    }
    return logical.filter { property in
      let name = property.header.prefix { $0 != ";" && $0 != "\n" }
      return names.contains(String(name.split(separator: ".").last ?? "").uppercased())
    }
  }
}
