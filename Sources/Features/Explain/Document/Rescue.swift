import Base
import DecoderKit
import Reporting
import Scanning

/// One thing with which an image that decoders do not read as it is would be read, as far as it was tried.
struct Rescue: Hashable, Sendable, Encodable {
  /// The kinds, in the order in which equal numbers are listed.
  enum Kind: String, CaseIterable, Encodable, Sendable {
    /// A decoder that was not asked for reads it unchanged.
    case decoder
    /// A decoder's own setting reads it unchanged.
    case setting
    /// A decoder's own setting reads it after a change.
    case settingWithChange = "setting-with-change"
    /// A decoder reads it after a change.
    case change
    /// Its value is read, and only the print can confirm it.
    case print
    /// Nothing that was tried: a fault is measured that only another photo mends.
    case photo = "new-photo"
    /// Nothing that was tried, and there is probably no code.
    case noCode = "no-code"
    /// Nothing that was tried.
    case nothing
  }

  let kind: Kind
  /// The decoder, the setting as it is typed, or the change in words; empty for the other kinds.
  let name: String
  /// The name without the change's measure, under which images are counted together.
  let way: String

  init(_ kind: Kind, _ name: String = "", way: String? = nil) {
    (self.kind, self.name, self.way) = (kind, name, way ?? name)
  }

  /// The rescues of an image, each once; empty for one that is read as it is.
  static func all(of image: ExplainedImage) -> [Rescue] {
    let explanation = image.explanation
    guard image.standing < .partly else { return [] }
    let heard = explanation.testimonies.filter { $0.support != nil || explanation.foreign != nil }
    let settings = explanation.settings.map { setting in
      let name = ExplainWording.reference(setting, explanation)
      guard let change = setting.change else { return Rescue(.setting, name) }
      return Rescue(
        .settingWithChange, "\(name) after \(FaultWording.words(change))",
        way: "\(name) after \(FaultWording.kind(change.fault))")
    }
    let changes = explanation.findings.flatMap(\.successes).map {
      Rescue(.change, FaultWording.words($0.change), way: FaultWording.kind($0.change.fault))
    }
    let found = heard.map { Rescue(.decoder, $0.witness) } + settings + changes
    guard found.isEmpty else { return found.uniqued() }
    switch image.standing {
    case .doubtful: return [Rescue(.noCode)]
    case .unconfirmed: return [Rescue(.print)]
    default: return [Rescue(ExplainWording.suspect(explanation)?.sign == nil ? .nothing : .photo)]
    }
  }

  private enum CodingKeys: String, CodingKey { case kind, name }

  // MARK: Many images

  /// The most changes that are named.
  private static let mostChanges = 6

  /// The images by what would rescue them, the most first; `nil` if no code is known that is not read. An image
  /// counts under each: `Rescued by: another decoder 15 (zxing 15, dmtx 2) · zbar:profile=tuned 2 (IMG_010, IMG_021)`.
  static func summary(_ images: [ExplainedImage]) -> String? {
    let all = images.map { (stem: stem($0), rescues: Self.all(of: $0)) }
    guard all.contains(where: { $0.rescues.contains { $0.kind != .noCode } }) else { return nil }
    func stems(_ isWanted: (Rescue) -> Bool) -> [String] {
      all.filter { $0.rescues.contains(where: isWanted) }.map(\.stem)
    }
    var parts: [(order: Int, stems: [String], text: String)] = []
    let named = all.flatMap(\.rescues)
    let others = stems { $0.kind == .decoder }
    if !others.isEmpty {
      let each = Words.counts(named.filter { $0.kind == .decoder }.map(\.name))
      let counts = each.map { "\($0.name) \(Numerals.count($0.count))" }.joined(separator: ", ")
      parts.append((0, others, "another decoder \(Numerals.count(others.count)) (\(counts))"))
    }
    for rescue in named.uniqued(by: \.way)
    where [.setting, .settingWithChange, .change].contains(rescue.kind) {
      let isOne = named.allSatisfy { $0.way != rescue.way || $0.name == rescue.name }
      parts.append(
        (rank(rescue.kind), stems { $0.way == rescue.way }, isOne ? rescue.name : rescue.way))
    }
    parts.sort { ($1.stems.count, $0.order, $0.text) < ($0.stems.count, $1.order, $1.text) }
    let rest = parts.dropFirst(mostChanges).flatMap(\.stems).uniqued()
    var texts = parts.prefix(mostChanges).map { part in
      part.order == 0 ? part.text : counted(part.text, part.stems)
    }
    if !rest.isEmpty {
      texts.append(counted("\(parts.count - mostChanges) other ways", rest))
    }
    let last: [(Kind, String)] = [
      (.print, "comparing with the print"), (.photo, "perhaps a new photo"),
      (.nothing, "nothing that was tried"), (.noCode, "nothing, probably no code"),
    ]
    for (kind, text) in last {
      let some = stems { $0.kind == kind }
      if !some.isEmpty { texts.append("\(text) \(Numerals.count(some.count))") }
    }
    let isSeveral = all.contains { image in
      Set(image.rescues.map { $0.kind == .decoder ? "" : $0.way }).count > 1
    }
    return "Rescued by: " + texts.joined(separator: " · ")
      + (isSeveral ? " (a photo counts under each of its ways)" : "")
  }

  private static func rank(_ kind: Kind) -> Int { Kind.allCases.firstIndex(of: kind) ?? 0 }

  private static func counted(_ text: String, _ stems: [String]) -> String {
    "\(text) \(Numerals.count(stems.count)) ("
      + Words.first(stems, others: "more").joined(separator: ", ") + ")"
  }

  /// An image's name without the extension.
  private static func stem(_ image: ExplainedImage) -> String {
    let name = image.name
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}
