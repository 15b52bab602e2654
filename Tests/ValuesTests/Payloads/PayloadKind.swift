import TestSupport

@testable import Values

/// The kinds of payloads that are drawn, each with the writer that knows the truth.
enum PayloadKind: String, CaseIterable {
  case url, bookmark, digitalLink, wifi, vCard21, vCard3, vCard4, meCard, bizCard
  case mailto, matmsg, smtp, phone, sms, smsto, geo, event, vCalendar, product, publication
  case licence, elementStrings, bracketed, text, binary

  func draw(_ number: Int) -> DrawnPayload {
    let place = Self.allCases.firstIndex(of: self) ?? 0
    let seed = SeededGenerator.testSeed &* 1_000_003 &+ UInt64(place) << 40 &+ UInt64(number)
    var draw = Draw(seed: seed)
    draw.script = draw.pick(Draw.Script.allCases)
    return payload(&draw)
  }

  private func payload(_ draw: inout Draw) -> DrawnPayload {
    switch self {
    case .url: LinkWriter.url(&draw)
    case .bookmark: LinkWriter.bookmark(&draw)
    case .digitalLink: ElementWriter.digitalLink(&draw)
    case .wifi: TaggedWriter.wifi(&draw)
    case .vCard21: OldCardWriter.vCard(&draw)
    case .vCard3: CardWriter.vCard(&draw, version: "3.0")
    case .vCard4: CardWriter.vCard(&draw, version: "4.0")
    case .meCard: TaggedWriter.meCard(&draw)
    case .bizCard: TaggedWriter.bizCard(&draw)
    case .mailto: LinkWriter.mailto(&draw)
    case .matmsg: TaggedWriter.matmsg(&draw)
    case .smtp: LinkWriter.smtp(&draw)
    case .phone: LinkWriter.phone(&draw)
    case .sms: LinkWriter.sms(&draw)
    case .smsto: LinkWriter.smsto(&draw)
    case .geo: LinkWriter.geo(&draw)
    case .event: CalendarWriter.event(&draw)
    case .vCalendar: CalendarWriter.old(&draw)
    case .product: NumberWriter.product(&draw)
    case .publication: NumberWriter.publication(&draw)
    case .licence: LicenceWriter.licence(&draw)
    case .elementStrings: ElementWriter.elementStrings(&draw)
    case .bracketed: ElementWriter.bracketed(&draw)
    case .text: NumberWriter.text(&draw)
    case .binary: NumberWriter.binary(&draw)
    }
  }
}
