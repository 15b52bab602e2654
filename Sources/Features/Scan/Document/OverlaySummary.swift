import Reporting
import Scanning

/// What stands above a scan's pictures: how many images were read, and by whom.
struct OverlaySummary {
  private(set) var totals = ScanSummary()
  /// By decoder: images in which it read something, and images that it answered, without those of which all symbols
  /// are of kinds that it does not support.
  private var decoders: [(name: String, read: Int, tried: Int)] = []

  /// Counts an image.
  mutating func count(_ image: ScannedImage) {
    totals.count(image)
    guard let contents = image.contents else { return }
    for attempt in contents.attempts {
      let reads = attempt.readings > 0 ? 1 : 0
      let own = contents.detections.flatMap(\.parts).filter { $0.decoder == attempt.decoder }
      let tried = own.isEmpty || own.contains { $0.status != .unsupported } ? 1 : 0
      if let place = decoders.firstIndex(where: { $0.name == attempt.decoder }) {
        decoders[place].read += reads
        decoders[place].tried += tried
      } else {
        decoders.append((attempt.decoder, reads, tried))
      }
    }
  }

  /// The answer: `Something was read in 30 of 40 images`.
  var heading: String {
    "Something was read in \(Numerals.count(totals.scanned - totals.withoutReading)) of "
      + Numerals.counted(totals.scanned, "image", "images")
  }

  /// The decoders, the one that reads most images first.
  var html: HTML {
    guard !decoders.isEmpty else { return .empty }
    let looks = Series.all(decoders.map { ($0.name, nil) })
    var grid = PageTable(
      caption: "Images in which a decoder read something, of those with codes that it may support",
      columns: [
        .init("decoder"), .init("images", isNumber: true), .init("of", isNumber: true),
        .init("%", isNumber: true),
      ])
    for (look, decoder) in zip(looks, decoders).sorted(by: {
      ($1.1.read, $0.1.name) < ($0.1.read, $1.1.name)
    }) {
      grid.add([
        .init(look.title), .init(text: Numerals.count(decoder.read), value: Double(decoder.read)),
        .init(text: Numerals.count(decoder.tried), value: Double(decoder.tried)),
        .init(
          text: decoder.tried == 0
            ? Numerals.absent : Numerals.percent(decoder.read, of: decoder.tried)),
      ])
    }
    return .section("summary", "By decoder", .div("narrow", grid.html))
  }

  /// What is known of an image in which nothing was read, and how to learn more.
  static func hints(_ image: ScannedImage, _ contents: ScannedImage.Contents) -> HTML {
    let places = (contents.potential ?? []).map { HTML.text(ScanWording.potential($0)) }
    let quoted = "'" + image.path.replacing("'", with: "'\\''") + "'"
    return .element("strong", ["class": "wrong"], "Nothing was read")
      + (places.isEmpty ? .empty : .list(places))
      + .element("code", ["class": "command"], .text("harness explain \(quoted)"))
      + .element("button", ["type": "button", "class": "copy"], "Copy command")
  }
}
