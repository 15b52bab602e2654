extension GS1Element {
  /// Checks the data of an identifier and reads its parts.
  ///
  /// `year` is the present year, which decides on centuries.
  init(_ entry: GS1Entry, data: Bytes, year: Int) {
    identifier = entry.identifier
    title = entry.title
    self.data = data.string
    var rest = data
    var codes: [GS1Problem.Code] = []
    var parts: [(GS1Component, Bytes)] = []
    for component in entry.components where !(component.isOptional && rest.isEmpty) {
      let part = rest.prefix(component.lengths.upperBound)
      rest = rest.dropFirst(part.count)
      if part.count < component.lengths.lowerBound {
        codes.append(.wrongLength)
        break
      }
      if !part.allSatisfy(component.characters.contains) { codes.append(.wrongCharacters) }
      for check in component.checks where codes.isEmpty && !check.passes(part) {
        codes.append(.failedCheck(check))
      }
      parts.append((component, part))
    }
    if !rest.isEmpty { codes.append(.wrongLength) }
    let own = identifier
    problems = codes.map { GS1Problem(identifier: own, code: $0) }
    values = codes.isEmpty ? GS1Typing(entry: entry, year: year).values(of: parts) : []
  }
}

/// The types of an identifier's parts.
private struct GS1Typing {
  let entry: GS1Entry
  let year: Int

  func values(of parts: [(GS1Component, Bytes)]) -> [GS1Value] {
    let identifier = entry.identifier
    if identifier.hasPrefix("433") { return temperature(parts) }
    if identifier == "8001" { return dimensions(parts) }
    if identifier == "8008" { return production(parts) }
    let last = parts.count - 1
    return parts.enumerated().compactMap { place, part in
      let (component, data) = part
      if let value = checked(component.checks, data) { return value }
      if place == last, let number = number(data) { return number }
      return .text(data.string)
    }
  }

  /// The value that a check gives a type to; `nil` for other checks.
  private func checked(_ checks: [GS1Check], _ data: Bytes) -> GS1Value? {
    for check in checks {
      switch check {
      case .yymmd0, .yymmdd:
        return GS1Date.date(data, year: year)?.calendarDate.map(GS1Value.date)
      case .yyyymmdd: return CalendarDate(yearFirst: data).map(GS1Value.date)
      case .hhmi: return ClockTime(digits: data).map(GS1Value.time)
      case .iso3166, .iso3166999, .iso3166alpha2: return .country(data.string)
      case .iso4217: return .currency(data.string)
      case .yesno: return .flag(data.first == UInt8(ascii: "1"))
      case .latitude: return degrees(data, offset: -900_000_000)
      case .longitude: return degrees(data, offset: 0)
      case .pcenc: return .text(data.percentDecodedString)
      default: continue
      }
    }
    return nil
  }

  /// Degrees from units of 10⁻⁷; longitudes run from 0 to 360 (General Specifications, AI (4309)).
  private func degrees(_ data: Bytes, offset: Int) -> GS1Value? {
    guard var units = data.wholeNumber else { return nil }
    units += offset
    if units > 1_800_000_000 { units -= 3_600_000_000 }
    return .number(DecimalNumber(units: units, places: 7), unit: "deg")
  }

  /// Measures, amounts and counts; the last digit of some identifiers says the decimal places.
  private func number(_ data: Bytes) -> GS1Value? {
    guard let units = data.wholeNumber, let head = Int(entry.identifier.prefix(2)) else {
      return nil
    }
    let places = Int(entry.identifier.suffix(1)) ?? 0
    let isFour = entry.identifier.utf8.count == 4
    if isFour && (31...36).contains(head) {
      return .number(DecimalNumber(units: units, places: places), unit: unit)
    }
    if isFour && head == 39 {
      let isPercentage = entry.identifier.hasPrefix("394")
      return .number(
        DecimalNumber(units: units, places: places), unit: isPercentage ? "%" : nil)
    }
    switch entry.identifier {
    case "30", "37", "7004", "8111":
      return .number(DecimalNumber(units: units, places: 0), unit: nil)
    default: return nil
    }
  }

  /// The unit in brackets in the data title; AI (337n) says it in words.
  private var unit: String? {
    if entry.identifier.hasPrefix("337") { return "kg/m²" }
    guard let open = entry.title.firstIndex(of: "("), let close = entry.title.lastIndex(of: ")")
    else { return nil }
    let start = entry.title.index(after: open)
    return start < close ? String(entry.title[start..<close]) : nil
  }

  /// Hundredths of a degree, negative with a hyphen behind.
  private func temperature(_ parts: [(GS1Component, Bytes)]) -> [GS1Value] {
    guard let units = parts.first?.1.wholeNumber else { return [] }
    let isCelsius = entry.identifier == "4331" || entry.identifier == "4333"
    let number = DecimalNumber(units: parts.count > 1 ? -units : units, places: 2)
    return [.number(number, unit: isCelsius ? "°C" : "°F")]
  }

  /// A roll: width in mm, length in m, core diameter in mm, winding direction, splices.
  private func dimensions(_ parts: [(GS1Component, Bytes)]) -> [GS1Value] {
    zip(parts, ["mm", "m", "mm", nil, nil]).map { part, unit in
      guard let unit, let units = part.1.wholeNumber else { return .text(part.1.string) }
      return .number(DecimalNumber(units: units, places: 0), unit: unit)
    }
  }

  /// A day, and a time to the hour, minute or second.
  private func production(_ parts: [(GS1Component, Bytes)]) -> [GS1Value] {
    guard let first = parts.first, let day = checked([.yymmdd], first.1) else { return [] }
    let time = ClockTime(digits: Array(parts.dropFirst().map(\.1).joined())[...])
    return [day] + (time.map { [.time($0)] } ?? [])
  }
}
