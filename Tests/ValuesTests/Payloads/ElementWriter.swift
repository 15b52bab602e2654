@testable import Values

/// Writes element strings of GS1 with their typed values.
enum ElementWriter {
  /// Data with what they mean.
  struct Drawn {
    let identifier: String
    let data: String
    let values: [GS1Value]
    /// True if no separator need follow (GS1 General Specifications, figure 7.8.5-2).
    var isFixed: Bool {
      [
        "00", "01", "02", "03", "11", "12", "13", "15", "16", "17", "20", "31", "32", "33", "34",
        "35", "36", "41",
      ]
      .contains(String(identifier.prefix(2)))
    }
  }

  private static let set82 =
    "!\"%&'*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

  private static func date(_ draw: inout Draw, mayLackDay: Bool = true) -> (String, GS1Value)? {
    let (year, month) = (draw.int(0...75), draw.int(1...12))
    let day = mayLackDay && draw.chance(15) ? nil : draw.int(1...28)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    // The present year is 2026 in all drawings: 76 and later are of the century before.
    return CalendarDate(year: 2000 + year, month: month, day: day).map {
      (two(year) + two(month) + two(day ?? 0), .date($0))
    }
  }

  private static func number(_ units: String, _ places: Int, _ unit: String?) -> GS1Value {
    .number(DecimalNumber(units: Int(units) ?? 0, places: places), unit: unit)
  }

  static func element(_ draw: inout Draw) -> Drawn {
    func drawn(_ identifier: String, _ data: String, _ values: [GS1Value]) -> Drawn {
      Drawn(identifier: identifier, data: data, values: values)
    }
    switch draw.int(1...22) {
    case 1:
      let data = NumberWriter.withCheck(draw.digits(13))
      return drawn("01", data, [.text(data)])
    case 2:
      let data = NumberWriter.withCheck(draw.digits(17))
      return drawn("00", data, [.text(data)])
    case 3, 4:
      let data = draw.name(set82, 1...20)
      return drawn(draw.pick(["10", "21"]), data, [.text(data)])
    case 5, 6, 7:
      guard let (data, value) = date(&draw) else { break }
      return drawn(draw.pick(["11", "13", "15", "17"]), data, [value])
    case 8:
      let units = ["310": "kg", "311": "m", "320": "lb", "337": "kg/m²", "314": "m²", "316": "m³"]
      let kind = draw.pick(["310", "311", "320", "337", "314", "316"])
      let (data, places) = (draw.digits(6), draw.int(0...5))
      return drawn(kind + "\(places)", data, [number(data, places, units[kind])])
    case 9:
      let (data, places) = (draw.digits(1...15), draw.int(0...9))
      return drawn(draw.pick(["390", "392"]) + "\(places)", data, [number(data, places, nil)])
    case 10:
      let (data, places) = (draw.digits(1...15), draw.int(0...9))
      let currency = draw.pick(["978", "840", "392"])
      return drawn(
        draw.pick(["391", "393"]) + "\(places)", currency + data,
        [.currency(currency), number(data, places, nil)])
    case 11:
      let data = draw.digits(1...8)
      return drawn(draw.pick(["30", "37"]), data, [number(data, 0, nil)])
    default: return rarer(&draw)
    }
    return drawn("20", "01", [.text("01")])
  }

  private static func rarer(_ draw: inout Draw) -> Drawn {
    func drawn(_ identifier: String, _ data: String, _ values: [GS1Value]) -> Drawn {
      Drawn(identifier: identifier, data: data, values: values)
    }
    switch draw.int(1...11) {
    case 1:
      let (data, isNegative) = (draw.digits(6), draw.chance(50))
      let value = number((isNegative ? "-" : "") + data, 2, "°C")
      return drawn(draw.pick(["4331", "4333"]), data + (isNegative ? "-" : ""), [value])
    case 2:
      guard let (data, value) = date(&draw, mayLackDay: false),
        let time = ClockTime(hour: 9, minute: 41, second: nil)
      else { break }
      return drawn("7003", data + "0941", [value, .time(time)])
    case 3:
      guard let (data, value) = date(&draw, mayLackDay: false) else { break }
      let digits = draw.pick(["23", "2359", "235958"])
      let parts = [digits.prefix(2), digits.dropFirst(2).prefix(2), digits.dropFirst(4)].map {
        Int($0)
      }
      guard let time = ClockTime(hour: parts[0] ?? 0, minute: parts[1], second: parts[2]) else {
        break
      }
      return drawn("8008", data + digits, [value, .time(time)])
    case 4:
      let address = draw.word()
      // A tilde is outside GS1's character set 82.
      let data = LinkWriter.percent(address, &draw).replacing("~", with: "%7E")
      guard data.utf8.count <= 35 else { break }
      return drawn("4300", data, [.text(address)])
    case 5: return drawn("422", "276", [.country("276")])
    case 6:
      let codes = (0..<draw.int(1...5)).map { _ in draw.pick(["276", "250", "124"]) }
      return drawn("423", codes.joined(), codes.map(GS1Value.country))
    case 7: return drawn("8007", "DE89370400440532013000", [.text("DE89370400440532013000")])
    case 8:
      let (head, tail) = (NumberWriter.withCheck(draw.digits(12)), draw.name(set82, 0...17))
      let values: [GS1Value] = [.text(head)] + (tail.isEmpty ? [] : [.text(tail)])
      return drawn("253", head + tail, values)
    case 9:
      // Degrees from the South Pole, and east, in units of 10⁻⁷ (51.5 N, 0.125 W).
      return drawn(
        "4309", "1415000000" + "3598750000",
        [number("515000000", 7, "deg"), number("-1250000", 7, "deg")])
    case 10: return drawn("4321", draw.pick(["1"]), [.flag(true)])
    default:
      return drawn(
        "8001", "0320" + "00150" + "076" + "1" + "2",
        [
          number("320", 0, "mm"), number("150", 0, "m"), number("76", 0, "mm"), .text("1"),
          .text("2"),
        ])
    }
    return drawn("20", "01", [.text("01")])
  }

  private static func message(_ drawn: [Drawn]) -> GS1Message {
    GS1Message(
      elements: drawn.map {
        GS1Element(
          identifier: $0.identifier, title: GS1Dictionary.entries[$0.identifier]?.title ?? "",
          data: $0.data, values: $0.values, problems: [])
      })
  }

  private static func elements(_ draw: inout Draw) -> [Drawn] {
    let count = draw.int(1...6)
    return (0..<count).map { _ in element(&draw) }
  }

  static func elementStrings(_ draw: inout Draw) -> DrawnPayload {
    draw.script = draw.pick([.ascii, .all])
    let drawn = elements(&draw)
    var text = ""
    for (place, element) in drawn.enumerated() {
      text += element.identifier + element.data
      let isLast = place == drawn.count - 1
      if !isLast && (!element.isFixed || draw.chance(10)) { text += "\u{1D}" }
    }
    let mark = draw.pick(["", "\u{1D}", "]C1", "]d2", "]Q3"])
    let isMarked = !mark.isEmpty && draw.chance(50)
    return DrawnPayload(ascii: mark + text, carrier: isMarked ? .other : .gs1, .gs1(message(drawn)))
  }

  static func bracketed(_ draw: inout Draw) -> DrawnPayload {
    draw.script = draw.pick([.ascii, .all])
    let drawn = elements(&draw)
    let text = drawn.map { "(\($0.identifier))" + $0.data }.joined()
    return DrawnPayload(ascii: text, carrier: draw.pick([.gs1, .other]), .gs1(message(drawn)))
  }

  static func digitalLink(_ draw: inout Draw) -> DrawnPayload {
    let gtin = NumberWriter.withCheck(draw.digits(13))
    var drawn = [Drawn(identifier: "01", data: gtin, values: [.text(gtin)])]
    for identifier in ["22", "10", "21"] where draw.chance(40) {
      let data = draw.name(set82, 1...20)
      drawn.append(Drawn(identifier: identifier, data: data, values: [.text(data)]))
    }
    let path = drawn.map { $0.identifier + "/" + LinkWriter.percent($0.data, &draw) }
    var query: [String] = []
    if draw.chance(50), let (data, value) = date(&draw) {
      drawn.append(Drawn(identifier: "17", data: data, values: [value]))
      query.append("17=" + data)
    }
    if draw.chance(30) {
      let data = draw.digits(6)
      drawn.append(Drawn(identifier: "3103", data: data, values: [number(data, 3, "kg")]))
      query.append("3103=" + data)
    }
    if draw.chance(30) { query.append("linkType=pip") }
    let host = LinkWriter.host(&draw)
    let url =
      "https://" + host + draw.pick(["/", "/some/stem/"]) + path.joined(separator: "/")
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    return DrawnPayload(
      ascii: url,
      .url(
        WebLink(
          url: url, title: nil, scheme: "https", host: host, digitalLink: message(drawn))))
  }
}
