@testable import Values

/// Writes driver licences of versions 1 to 10 of AAMVA's standard.
enum LicenceWriter {
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private static func four(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)"
  }

  private static func date(_ draw: inout Draw) -> CalendarDate? {
    CalendarDate(year: draw.int(1930...2040), month: draw.int(1...12), day: draw.int(1...28))
  }

  static func licence(_ draw: inout Draw) -> DrawnPayload {
    let version = draw.int(1...10)
    var licence = DriverLicence(
      document: draw.chance(80) ? .licence : .identityCard, version: version,
      issuer: draw.pick(["636000", "636014", "604432", "636012"]), elements: [:])
    licence.country = version >= 2 ? draw.pick(["USA", "USA", "CAN"]) : nil
    var elements: [(String, String)] = []
    func add(_ name: String, _ value: String?) {
      if let value { elements.append((name, value)) }
    }
    names(&licence, &elements, &draw)
    licence.number = draw.name("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 6...14)
    licence.birthDate = date(&draw)
    licence.issueDate = date(&draw)
    licence.expiryDate = date(&draw)
    let isYearFirst = version == 1 || licence.country == "CAN"
    func written(_ date: CalendarDate?) -> String? {
      date.map {
        let (month, day) = (two($0.month), two($0.day ?? 0))
        return isYearFirst ? "\($0.year)" + month + day : month + day + "\($0.year)"
      }
    }
    add("DAQ", licence.number)
    add("DBB", written(licence.birthDate))
    add("DBD", written(licence.issueDate))
    add("DBA", written(licence.expiryDate))
    person(&licence, &elements, &draw)
    add("DCG", licence.country)
    licence.discriminator = version >= 2 ? draw.name("0123456789ABCDEF", 8...20) : nil
    add("DCF", licence.discriminator)
    licence.vehicleClass = draw.pick(["C", "D", "M1"])
    add(version == 1 ? "DAR" : "DCA", licence.vehicleClass)
    licence.restrictions = draw.maybe(50) { $0.pick(["B", "AB"]) }
    add(version == 1 ? "DAS" : "DCB", licence.restrictions ?? "NONE")
    licence.endorsements = draw.maybe(30) { _ in "P" }
    add(version == 1 ? "DAT" : "DCD", licence.endorsements ?? (version >= 2 ? "NONE" : nil))
    if version >= 8, draw.chance(50) {
      licence.isOrganDonor = true
      add("DDK", "1")
    }
    if version >= 6, draw.chance(30) {
      licence.isVeteran = draw.chance(50)
      add("DDL", licence.isVeteran == true ? "1" : "0")
    }
    licence.elements = Dictionary(uniqueKeysWithValues: elements)
    return payload(licence, elements.shuffled(using: &draw.generator), &draw)
  }

  private static func names(
    _ licence: inout DriverLicence, _ elements: inout [(String, String)], _ draw: inout Draw
  ) {
    func name(_ draw: inout Draw) -> String { draw.name("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2...9) }
    let (family, first) = (name(&draw), name(&draw))
    let middle = draw.chance(70) ? name(&draw) : nil
    let suffix = draw.maybe(15) { $0.pick(["JR", "III"]) }
    (licence.familyName, licence.firstName) = (family, first)
    (licence.middleName, licence.suffix) = (middle, suffix)
    switch licence.version {
    case 1 where draw.chance(50):
      let parts = [family, first, middle ?? ""] + (suffix.map { [$0] } ?? [])
      elements.append(("DAA", parts.joined(separator: ",")))
    case 1:
      elements += [("DAB", family), ("DAC", first)] + (middle.map { [("DAD", $0)] } ?? [])
      if let suffix { elements.append(("DAE", suffix)) }
    case 2, 3:
      elements += [("DCS", family), ("DCT", first + (middle.map { "," + $0 } ?? ""))]
      if let suffix { elements.append(("DCU", suffix)) }
    default:
      elements += [("DCS", family), ("DAC", first), ("DAD", middle ?? "NONE"), ("DDE", "N")]
      if let suffix { elements.append(("DCU", suffix)) }
    }
  }

  private static func person(
    _ licence: inout DriverLicence, _ elements: inout [(String, String)], _ draw: inout Draw
  ) {
    let version = licence.version
    licence.sex = draw.pick([.male, .female, .unspecified])
    let codes: [DriverLicence.Sex: String] = [.male: "1", .female: "2", .unspecified: "9"]
    let letters: [DriverLicence.Sex: String] = [.male: "M", .female: "F", .unspecified: "U"]
    let sex = (version == 1 ? letters : codes)[licence.sex ?? .unspecified]
    elements.append(("DBC", sex ?? "9"))
    licence.eyes = draw.pick(["BRO", "BLU", "GRN"])
    elements.append(("DAY", licence.eyes ?? ""))
    licence.hair = draw.maybe(60) { $0.pick(["BLK", "BRO"]) }
    if let hair = licence.hair { elements.append(("DAZ", hair)) }
    let inches = draw.int(55...80)
    licence.heightCentimetres = Int((Double(inches) * 2.54).rounded())
    if version == 1 {
      elements.append(("DAU", "\(inches / 12)" + two(inches % 12)))
    } else if licence.country == "CAN" {
      elements.append(("DAU", "\(licence.heightCentimetres ?? 0) cm"))
    } else {
      elements.append(("DAU", "0\(inches) " + draw.pick(["in", "IN"])))
    }
    licence.street = draw.digits(1...4).description + " " + draw.pick(["MAIN ST", "2ND AVE # 5"])
    licence.street2 = draw.maybe(15) { "APT " + $0.digits(2) }
    licence.city = draw.pick(["SPRINGFIELD", "SAINT JOHN"])
    licence.state = draw.pick(["CA", "NY", "ON"])
    let five = draw.digits(4) + "1"
    licence.postalCode = draw.chance(50) ? five : five + "1234"
    let fill = licence.postalCode == five ? draw.pick(["0000", "0000  ", "    "]) : "  "
    elements.append(("DAG", licence.street ?? ""))
    if let street = licence.street2 { elements.append(("DAH", street)) }
    elements += [("DAI", licence.city ?? ""), ("DAJ", licence.state ?? ""), ("DAK", five)]
    elements[elements.count - 1].1 = (licence.postalCode ?? "") + fill
  }

  private static func payload(
    _ licence: DriverLicence, _ elements: [(String, String)], _ draw: inout Draw
  ) -> DrawnPayload {
    var licence = licence
    for (name, value) in elements {
      var kept = value
      while kept.last == " " { kept.removeLast() }
      licence.elements[name] = kept
    }
    let body =
      licence.document.rawValue + elements.map { $0 + $1 }.joined(separator: "\n") + "\n\r"
    var extra = ""
    if draw.chance(40) {
      let value = draw.name("ABCDEF0123456789", 1...8)
      extra = "ZVZVA" + value + "\n\r"
      licence.elements["ZVA"] = value
    }
    let entries = extra.isEmpty ? 1 : 2
    let version = two(licence.version) + (licence.version >= 2 ? two(draw.int(0...3)) : "")
    let head = "@\n\u{1E}\rANSI " + licence.issuer + version + two(entries)
    let start = head.utf8.count + entries * 10
    // Issuers count in several ways; a wrong offset must not lose the data.
    let slip = draw.chance(20) ? draw.int(-3...3) : 0
    var designators = licence.document.rawValue + four(start + slip) + four(body.utf8.count)
    if !extra.isEmpty {
      designators += "ZV" + four(start + body.utf8.count + slip) + four(extra.utf8.count)
    }
    return DrawnPayload(
      ascii: head + designators + body + extra, carrier: draw.pick([.pdf417, .pdf417, .other]),
      .driverLicence(licence))
  }
}
