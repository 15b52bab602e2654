import DecoderKit
import Foundation
import Measuring
import Scanning
import Testing

@testable import Live

/// The account that a frame gives of readings that only one decoder's word backs.
@Suite struct LiveFrameTests {
  private func symbol(
    _ support: ReadingSupport?, contradictions: [Detection.Contradiction] = []
  ) -> LiveFrame.Symbol {
    let reading = Reading(symbology: .qrCode, bytes: [0x41])
    let statuses: [(String, Detection.Status)] = [("zbar", .missed), ("zxing", .read(reading))]
    let parts = statuses.map {
      Detection.Part(decoder: $0, status: $1, margin: .unknown(.noRun))
    }
    return LiveFrame.Symbol(
      Detection(
        number: 1, symbology: .qrCode, bytes: [0x41], text: "A",
        measurement: SymbolMeasurement(source: .measured, outline: nil), parts: parts,
        support: support, contradictions: contradictions))
  }

  @Test func aFrameWithNothingButAPhantomIsNotRead() {
    func isRead(_ support: ReadingSupport?) -> Bool {
      LiveFrame(
        number: 1, name: nil, width: 8, height: 8, attempts: [], symbols: [symbol(support)],
        focalPixels: nil
      ).isRead
    }
    #expect(isRead(.structure))
    #expect(!isRead(nil))
  }

  /// It did not miss the symbol: it claims another one in its place.
  @Test func contentsThatADecoderReadsInAnothersPlaceAreTold() {
    let other = Reading(symbology: .ean8, bytes: Array("12345670".utf8))
    let told = symbol(
      .structure, contradictions: [Detection.Contradiction(decoder: "zbar", reading: other)])
    #expect(told.decoders.map(\.claim) == ["12345670", nil])
  }
}
