extension DriverLicence {
  /// Reads the header, the subfiles and the elements of a licence; `nil` for other payloads.
  ///
  /// Source: AAMVA DL/ID Card Design Standard, annex D; version 1 is of 2000, version 10 of 2020.
  init?(_ payload: Bytes) {
    guard let header = LicenceHeader(payload) else { return nil }
    var elements: [String: String] = [:]
    for subfile in header.subfiles {
      for (name, value) in Self.elements(of: subfile, in: payload) where elements[name] == nil {
        elements[name] = value
      }
    }
    guard !elements.isEmpty,
      let document = header.subfiles.lazy.compactMap({ Document(rawValue: $0.type) }).first
    else { return nil }
    self.init(
      document: document, version: header.version, issuer: header.issuer, elements: elements)
    readPerson()
    readDocument()
  }

  /// The elements of a subfile, which begins with its type and ends with CR.
  ///
  /// Many issuers write wrong offsets: where the type is not at its offset, it is looked for.
  private static func elements(
    of subfile: LicenceHeader.Subfile, in payload: Bytes
  ) -> [(String, String)] {
    let type = Array(subfile.type.utf8)
    var rest = payload.dropFirst(subfile.offset)
    let before = payload.prefix(subfile.offset).last
    let isAtStart =
      subfile.offset == subfile.headerEnd || before == UInt8(ascii: "\r")
      || before == UInt8(ascii: "\n")
    if !isAtStart || !rest.starts(with: type) {
      rest = payload.dropFirst(subfile.headerEnd)
      while !rest.isEmpty, !rest.starts(with: type) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }.dropFirst()
      }
    }
    return rest.dropFirst(2).prefix { $0 != UInt8(ascii: "\r") }.split(
      separator: UInt8(ascii: "\n")
    )
    .compactMap { line in
      let name = line.prefix(3)
      guard name.count == 3, name.first?.isLetter == true else { return nil }
      return (name.string, line.dropFirst(3).trimmed.string)
    }
  }

  /// The first element of some that says something.
  private func element(_ names: String...) -> String? {
    for name in names {
      guard let value = elements[name], !value.isEmpty else { continue }
      if !["NONE", "UNAVL", "UNAVAIL", "N/A"].contains(value.uppercased()) { return value }
    }
    return nil
  }

  private mutating func readPerson() {
    let whole = Self.names(element("DAA"))
    let given = Self.names(element("DCT"))
    func part(_ names: [String], _ place: Int) -> String? {
      place < names.count && !names[place].isEmpty ? names[place] : nil
    }
    familyName = element("DCS", "DAB") ?? part(whole, 0)
    firstName = element("DAC") ?? part(given, 0) ?? part(whole, 1)
    let others = given.dropFirst().joined(separator: " ")
    middleName = element("DAD") ?? (others.isEmpty ? nil : others) ?? part(whole, 2)
    suffix = element("DCU", "DAE") ?? part(whole, 3)
    birthDate = date("DBB")
    sex =
      switch element("DBC") {
      case "1", "M": .male
      case "2", "F": .female
      case nil: nil
      default: .unspecified
      }
    eyes = element("DAY")
    hair = element("DAZ")
    heightCentimetres = height(element("DAU").map { Array($0.utf8)[...] } ?? [])
    street = element("DAG", "DAL")
    street2 = element("DAH", "DAM")
    city = element("DAI", "DAN")
    state = element("DAJ", "DAO")
    postalCode = element("DAK", "DAP").map(Self.withoutFill)
  }

  private mutating func readDocument() {
    number = element("DAQ")
    issueDate = date("DBD")
    expiryDate = date("DBA")
    country = element("DCG")
    vehicleClass = element("DCA", "DAR")
    restrictions = element("DCB", "DAS")
    endorsements = element("DCD", "DAT")
    discriminator = element("DCF")
    isOrganDonor = element("DDK", "DBH").map { $0 == "1" || $0 == "Y" }
    isVeteran = element("DDL").map { $0 == "1" }
  }

  private static func names(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",", omittingEmptySubsequences: false).map {
      Array($0.utf8)[...].trimmed.string
    }
  }

  /// A date: year first in Canada and in version 1, month first elsewhere; the other order where
  /// that is no date.
  private func date(_ name: String) -> CalendarDate? {
    let digits = Array((elements[name] ?? "").utf8)[...]
    let isYearFirst = version <= 1 || elements["DCG"] == "CAN"
    let yearFirst = CalendarDate(yearFirst: digits)
    let monthFirst = CalendarDate(monthFirst: digits)
    return isYearFirst ? yearFirst ?? monthFirst : monthFirst ?? yearFirst
  }

  /// Centimetres from `069 in`, `175 cm`, or feet and two digits of inches in version 1.
  private func height(_ text: Bytes) -> Int? {
    let digits = text.prefix(while: \.isDigit)
    guard digits.count <= 4, let number = digits.wholeNumber else {
      return element("DAV").flatMap { Array($0.utf8)[...].wholeNumber }
    }
    let unit = text.dropFirst(digits.count).trimmed
    if unit.begins(with: "cm") { return number }
    if unit.begins(with: "in") { return (number * 254 + 50) / 100 }
    guard version <= 1, digits.count == 3, number % 100 < 12 else { return nil }
    return ((number / 100 * 12 + number % 100) * 254 + 50) / 100
  }

  /// Nine digits of which the last four are zeros are a ZIP code of five.
  private static func withoutFill(_ code: String) -> String {
    let digits = Array(code.utf8)[...].trimmed
    let isFilled =
      digits.count == 9 && digits.isDigits && digits.suffix(4).allSatisfy { $0 == 0x30 }
    return isFilled ? digits.prefix(5).string : digits.string
  }
}

/// The header of a licence: who issued it by which version, and where its subfiles are.
private struct LicenceHeader {
  struct Subfile {
    let type: String
    let offset: Int
    let headerEnd: Int
  }

  let issuer: String
  let version: Int
  let subfiles: [Subfile]

  /// Reads the header; `nil` for other payloads. The compliance indicator may be missing.
  init?(_ payload: Bytes) {
    let start = payload.prefix(8).drop { !$0.isLetter }
    guard start.count >= 4,
      payload.first == UInt8(ascii: "@") || start.startIndex == payload.startIndex
    else { return nil }
    let named = payload[start.startIndex...]
    guard var rest = named.after("ANSI ") ?? named.after("AAMVA") else { return nil }
    func take(_ count: Int) -> Bytes {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    let number = take(6)
    guard number.count == 6, number.isDigits, let version = take(2).wholeNumber else { return nil }
    if version >= 2 { _ = take(2) }
    guard let entries = take(2).wholeNumber else { return nil }
    var found: [(String, Int)] = []
    for _ in 0..<max(entries, 1) {
      let type = rest.prefix(2)
      guard type.count == 2, type.allSatisfy(\.isLetter),
        let offset = rest.dropFirst(2).prefix(4).wholeNumber,
        rest.dropFirst(6).prefix(4).isDigits
      else { break }
      found.append((type.string, offset))
      rest = rest.dropFirst(10)
    }
    let end = payload.count - rest.count
    issuer = number.string
    self.version = version
    subfiles = found.map { Subfile(type: $0.0, offset: $0.1, headerEnd: end) }
  }
}
