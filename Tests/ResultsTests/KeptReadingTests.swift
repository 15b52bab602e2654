import Base
import DecoderKit
import Results
import Testing

@Suite struct KeptReadingTests {
  @Test func whatIsNotPlainlyRightIsDoubtful() {
    let doubtful = [
      Finding(.misread, misreadClass: .wrongSymbology), Finding(.falsePositive),
      Finding(.detected), Finding(.read, isStrict: false),
      Finding(.read, isStrict: true, extras: Extras(duplicates: 1)),
      Finding(.read, isStrict: true, extras: Extras(wrong: 1)),
      Finding(.noRead, extras: Extras(unjudged: 1)),
    ]
    let plain = [
      Finding(.read, isStrict: true), Finding(.noRead), Finding(.clean), Finding(.undetected),
      Finding(.crash), Finding(.timeout), Finding(.failed),
    ]
    #expect(doubtful.allSatisfy(ReadingRetention.doubtful.keeps))
    #expect(!plain.contains(where: ReadingRetention.doubtful.keeps))
    #expect((doubtful + plain).allSatisfy(ReadingRetention.all.keeps))
    #expect(!(doubtful + plain).contains(where: ReadingRetention.none.keeps))
  }

  @Test func longDataIsCutAndKnownByItsDigest() {
    let whole = [UInt8](repeating: 7, count: KeptReading.mostBytes)
    #expect(KeptReading(Reading(symbology: .qrCode, bytes: whole)).cut == nil)
    let long = whole + [8]
    let kept = KeptReading(Reading(symbology: .qrCode, bytes: long))
    #expect(kept.bytes == whole)
    #expect(kept.cut == .init(byteCount: 4097, sha256: ContentHash.sha256(of: long)))
  }

  @Test func cornersAreKeptToAThousandthOfAPixel() throws {
    let point = Point(x: 1234.56789, y: -0.1)
    let corners = Corners(
      topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
    let kept = try #require(
      KeptReading(Reading(symbology: nil, bytes: [], corners: corners)).corners)
    for found in kept.points {
      #expect(abs(found.x - point.x) < 0.001 && abs(found.y - point.y) < 0.001)
      #expect(found.x == Double(Float(point.x)))
    }
  }
}
