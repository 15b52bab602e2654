import DecoderKit
import Measuring
import Results
import Scanning
import Testing

@Suite struct MarginTests {
  private let run = ThresholdRun(store: "reports/qr-small", number: 3, corpus: "qr-small")
  private let box = Corners.box(0, 0, 84, 84)

  private func group(
    _ id: String, of symbology: Symbology = .qrCode, _ pixels: Double?,
    _ change: (inout GroupCondition) -> Void = { _ in }
  ) -> ThresholdGroup {
    var condition = GroupCondition()
    change(&condition)
    return ThresholdGroup(
      id: id, symbology: symbology, condition: condition,
      thresholds: ["zbar": pixels.map { CertifiedThreshold(pixels: $0, isUpperBound: false) }])
  }

  private var table: ThresholdTable {
    ThresholdTable(
      run: run,
      groups: [
        group("qr/any", 3.14) { $0.turnDegrees = 0...360 },
        group("qr/upright", 2),
        group("qr/tilted", 4) {
          $0.tiltDegrees = 30...30
          $0.turnDegrees = 0...360
        },
        group("qr/blurred", 5) { $0.blurPixels = 2...2 },
        group("qr/inverted", 6) { $0.isInverted = true },
        group("qr/torn", 7) { $0.otherParameters = 1 },
        group("ean/upright", of: .ean13, 1.5),
      ])
  }

  private func nearest(_ condition: SymbolCondition, pixels: Double = 4) -> String? {
    table.nearestGroup(to: .qrCode, .measured(box, pixels: pixels, condition: condition))?.id
  }

  @Test func theNearestConditionIsTaken() {
    #expect(nearest(.seen()) == "qr/upright")
    #expect(nearest(.seen(turn: 0.4)) == "qr/upright", "less than is measured")
    #expect(nearest(.seen(turn: 359.6)) == "qr/upright")
    #expect(nearest(.seen(turn: 90)) == "qr/upright", "a quarter turn is none for a scan line")
    #expect(nearest(.seen(turn: 20)) == "qr/any")
    #expect(nearest(.seen(turn: 20, tilt: 31)) == "qr/tilted")
    #expect(nearest(.seen(blur: 2.2)) == "qr/blurred")
    #expect(nearest(.seen(isInverted: true)) == "qr/inverted")
  }

  @Test func anotherSymbologysThresholdIsNeverUsed() {
    #expect(table.nearestGroup(to: .aztec, .measured(box, condition: .seen())) == nil)
    #expect(
      table.margin(of: "zbar", symbology: .aztec, .measured(box)) == .unknown(.noRun))
    #expect(
      table.nearestGroup(to: .gs1QRCode, .measured(box, condition: .seen()))?.id == "qr/upright")
    #expect(table.nearestGroup(to: .ean13, .measured(box, condition: .seen()))?.id == "ean/upright")
  }

  @Test func theMarginIsModuleSizeOverThreshold() throws {
    let measurement = SymbolMeasurement.measured(box, pixels: 5, condition: .seen())
    guard case .known(let margin) = table.margin(of: "zbar", symbology: .qrCode, measurement)
    else { throw Missing() }
    #expect(margin.ratio.value == 2.5)
    #expect(abs(margin.ratio.lower - 2.475) < 1e-9 && abs(margin.ratio.upper - 2.525) < 1e-9)
    #expect(margin.group == "qr/upright" && margin.run == run)
  }

  private struct Missing: Error {}

  @Test func theSmallerAxisCounts() throws {
    let measurement = SymbolMeasurement.measured(box, pixels: 5, down: 4, condition: .seen())
    guard case .known(let margin) = table.margin(of: "zbar", symbology: .qrCode, measurement)
    else { throw Missing() }
    #expect(margin.ratio.value == 2)
  }

  @Test func everyMissingMarginHasItsReason() {
    let measurement = SymbolMeasurement.measured(box, condition: .seen())
    let nothing = SymbolMeasurement(source: .none(.notFound), outline: nil)
    #expect(table.margin(of: "zbar", symbology: .qrCode, nothing) == .unknown(.notMeasured))
    #expect(table.margin(of: "zxing", symbology: .qrCode, measurement) == .unknown(.noDecoder))
    let open = ThresholdTable(run: run, groups: [group("qr/upright", nil)])
    #expect(open.margin(of: "zbar", symbology: .qrCode, measurement) == .unknown(.notCertified))
  }

  @Test func withoutConditionsTheHardestGroupIsTaken() {
    let groups = [("a", 2.0), ("b", 3), ("c", 3)].map { id, pixels in
      ThresholdGroup(
        id: id, symbology: .qrCode, condition: nil,
        thresholds: ["zbar": CertifiedThreshold(pixels: pixels, isUpperBound: false)])
    }
    let table = ThresholdTable(run: run, groups: groups)
    #expect(table.nearestGroup(to: .qrCode, .measured(box, condition: .seen()))?.id == "b")
    let nowhere = SymbolMeasurement(source: .none(.notFound), outline: nil)
    #expect(self.table.nearestGroup(to: .qrCode, nowhere)?.id == "qr/torn")
  }

  @Test func withoutAConditionTheOutlineTellsTheTurn() {
    #expect(table.nearestGroup(to: .qrCode, .measured(box))?.id == "qr/upright")
    let turned = Corners(
      topLeft: Point(x: 50, y: 0), topRight: Point(x: 100, y: 50),
      bottomRight: Point(x: 50, y: 100), bottomLeft: Point(x: 0, y: 50))
    #expect(table.nearestGroup(to: .qrCode, .measured(turned))?.id == "qr/any")
  }
}
