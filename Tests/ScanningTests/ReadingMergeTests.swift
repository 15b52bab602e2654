import DecoderKit
import Measuring
import Testing

@testable import Scanning

@Suite struct ReadingMergeTests {
  private let here = Corners.box(10, 10, 80, 80)
  private let there = Corners.box(200, 10, 80, 80)

  /// Merges with a gauge that takes decoders' corners for measured.
  private func merge(_ readings: [[Reading]]) -> [MergedReadings] {
    ReadingMerge.merge(readings) { readings in
      readings.map { reading in
        reading.corners.map { SymbolMeasurement.measured($0) }
          ?? SymbolMeasurement(source: .none(.notFound), outline: nil)
      }
    }
  }

  @Test func readingsOfOneSymbolBecomeOneDetection() {
    let finderCentres = Corners.box(22, 22, 56, 56)
    let merged = merge([
      [Reading(.qrCode, "A", at: here)], [Reading(.qrCode, "A", at: finderCentres)],
    ])
    #expect(merged.count == 1)
    #expect(merged[0].entries.map(\.decoder) == [0, 1])
  }

  @Test func equalSymbolsAtTwoPlacesStayTwo() {
    let merged = merge([
      [Reading(.qrCode, "A", at: there), Reading(.qrCode, "A", at: here)],
      [Reading(.qrCode, "A", at: here)],
    ])
    #expect(merged.map { $0.entries.count } == [2, 1])
    #expect(merged[0].measurement.outline == here, "the left one comes first")
  }

  @Test func otherContentsAtOnePlaceStayApart() {
    #expect(
      merge([[Reading(.qrCode, "A", at: here)], [Reading(.qrCode, "B", at: here)]]).count == 2)
    #expect(
      merge([[Reading(.qrCode, "A", at: here)], [Reading(.aztec, "A", at: here)]]).count == 2)
  }

  @Test func decodersSpellOneSymbolInTheirOwnWays() {
    let pairs: [(Reading, Reading)] = [
      (Reading(.upcA, "036000291452"), Reading(.ean13, "0036000291452")),
      (Reading(.gs1_128, "0109501101530003"), Reading(.code128, "0109501101530003")),
      (Reading(.itf14, "15400141288763"), Reading(.itf, "15400141288763")),
      (Reading(nil, "A"), Reading(.qrCode, "A")), (Reading(.qrCode, "A"), Reading(nil, "A")),
      (Reading(.codabar, "A123B"), Reading(.codabar, "123")),
    ]
    for (one, other) in pairs {
      #expect(ReadingMerge.isSameContents(one, other), "\(one) \(other)")
      #expect(ReadingMerge.isSameContents(other, one), "\(other) \(one)")
    }
    #expect(
      !ReadingMerge.isSameContents(
        Reading(.ean13, "4006381333931"), Reading(.ean13, "4006381333948")))
  }

  @Test func theNameThatADecoderGivesStandsForAll() {
    let merged = merge([[Reading(nil, "A", at: here)], [Reading(.qrCode, "A", at: here)]])
    #expect(merged[0].representative.symbology == .qrCode)
  }

  /// Libraries return the data of a symbol with an ECI as they are, as UTF-8, or with the announcement.
  @Test func oneTextInSeveralCharsetsIsOneSymbolWhereTheCharsetIsAnnounced() {
    let greek: [UInt8] = [0xC5, 0xEB, 0xEB, 0xDC, 0xE4, 0xE1]
    func facts(_ offset: Int, _ losses: Set<ReadingLoss> = []) -> ReadingFacts {
      ReadingFacts(interpretations: [.init(offset: offset, number: 9)], losses: losses)
    }
    let told = Reading(symbology: .dataMatrix, bytes: greek, corners: here, facts: facts(0))
    let converted = Reading(symbology: .dataMatrix, bytes: Array("Ελλάδα".utf8), corners: here)
    let mixed = Reading(
      symbology: .dataMatrix, bytes: [9] + greek, corners: here, facts: facts(1, [.charset]))
    let merged = merge([[mixed], [converted], [told]])
    #expect(merged.map { $0.entries.count } == [3])
    #expect(merged.first?.representative == told, "the one that says most stands for all")
    let path = Reading(
      symbology: .qrCode, bytes: Array(#"C:\~"#.utf8) + [0x93, 0xFA], corners: here,
      facts: ReadingFacts(interpretations: [.init(offset: 0, number: 20)]))
    let changed = Reading(
      symbology: .qrCode, bytes: Array("C:¥‾日".utf8), corners: here,
      facts: ReadingFacts(losses: [.data]))
    #expect(merge([[changed], [path]]).map(\.representative) == [path])
    let untold = Reading(symbology: .dataMatrix, bytes: greek, corners: here)
    #expect(merge([[untold], [converted]]).count == 2)
    let other = Reading(symbology: .qrCode, bytes: Array("Ελλάδα".utf8), corners: here)
    #expect(merge([[told], [other]]).count == 2)
  }

  @Test func theNameOfGS1AndTheReadingWithoutLossesStandForAll() {
    let plain = Reading(.dataMatrix, "10ABC2112", at: here)
    let whole = Reading(.gs1DataMatrix, "10ABC\u{1D}2112", at: here)
    var lossy = Reading(.gs1DataMatrix, "10ABC2112", at: here)
    lossy.facts.losses = [.separators]
    #expect(merge([[lossy], [whole]]).map(\.representative) == [whole])
    #expect(merge([[plain], [lossy]]).map(\.representative) == [plain])
  }

  @Test func theSymbolThatWasMeasuredHasTheLastWordOnItsSymbology() throws {
    let short = ReadingMerge.merge([[Reading(.ean13, "0012345000058", at: here)]]) { readings in
      readings.map { SymbolMeasurement(source: .measured, outline: $0.corners, symbology: .upcE) }
    }
    #expect(short[0].symbology == .upcE && short[0].representative.symbology == .ean13)
    #expect(merge([[Reading(.ean13, "0012345000058", at: here)]])[0].symbology == .ean13)
  }

  @Test func aReadingWithoutAPlaceJoinsTheSymbolThatItsDecoderLacks() {
    let merged = merge([
      [Reading(.ean13, "4006381333931", at: here), Reading(.ean13, "4006381333931", at: there)],
      [Reading(.ean13, "4006381333931"), Reading(.ean13, "4006381333931")],
    ])
    #expect(merged.count == 2)
    #expect(merged.allSatisfy { $0.reading(of: 0) != nil && $0.reading(of: 1) != nil })
    let reversed = merge([
      [Reading(.ean13, "4006381333931")], [Reading(.ean13, "4006381333931", at: here)],
    ])
    #expect(reversed.count == 1 && reversed[0].measurement.outline == here)
  }

  @Test func aMeasuredPlaceReplacesADecodersCorners() {
    let merged = ReadingMerge.merge([
      [Reading(.qrCode, "A", at: here)], [Reading(.qrCode, "A", at: here)],
    ]) { readings in
      readings.map { _ in SymbolMeasurement(source: .decoder(.poorFit), outline: here) }
    }
    #expect(merged.count == 1 && merged[0].measurement.source == .decoder(.poorFit))
    var calls = 0
    let better = ReadingMerge.merge([
      [Reading(.qrCode, "A", at: here)], [Reading(.qrCode, "A", at: here)],
      [Reading(.qrCode, "A", at: here)],
    ]) { readings in
      calls += 1
      return readings.map { _ in
        calls == 1
          ? SymbolMeasurement(source: .decoder(.poorFit), outline: here) : .measured(here)
      }
    }
    #expect(better.count == 1 && better[0].measurement.source == .measured)
    #expect(calls == 2, "what is measured is not measured again")
  }

  @Test func stackedCodesAreToldApartAndScanLinesOfOneCodeAreNot() {
    let (upper, lower) = (Corners.box(0, 0, 200, 15), Corners.box(0, 20, 200, 15))
    #expect(!upper.isAtPlace(of: lower))
    let line = Corners.box(0, 7, 200, 0)
    #expect(upper.isAtPlace(of: line) && line.isAtPlace(of: upper) && !lower.isAtPlace(of: line))
    #expect(line.isAtPlace(of: Corners.box(1, 12, 198, 0)))
    #expect(!line.isAtPlace(of: Corners.box(210, 7, 200, 0)))
  }
}
