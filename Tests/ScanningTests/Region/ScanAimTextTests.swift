import DecoderKit
import Testing

@testable import Scanning

/// An aim as text: for the command, for Swift, and from gestures over a picture.
@Suite struct ScanAimTextTests {
  /// The aim of the founding example.
  private static func example() throws -> ScanAim {
    ScanAim(
      region: ScanRegion(
        margins: ScanRegion.Margins(
          left: .dips(40), right: .dips(40), bottom: .fraction(0.5)),
        pointOfInterest: ScanRegion.PointOfInterest(x: .fraction(0.7), y: .fraction(0.25)),
        selection: .radius(.dips(5))),
      view: try ScanView(width: 375, height: 812, scale: 3))
  }

  @Test func optionsAreThoseThatPeopleType() throws {
    #expect(
      try Self.example().options.joined(separator: " ")
        == "--margins 40dip,0,40dip,50% --poi 70%,25% --select radius:5dip --view 375x812@3")
    #expect(ScanAim(region: ScanRegion()).options.isEmpty)
    let edges = ScanRegion(
      selection: .rectangleWidth(.fraction(0.5), aspect: 1.5), selectionEdge: .centreInside,
      areaEdge: .touching)
    #expect(
      ScanAim(region: edges).options
        == ["--select", "width:50%:1.5", "--edge", "centre-inside", "--area-edge", "touching"])
    // An edge rule without an edge is no option that the command takes.
    #expect(ScanAim(region: ScanRegion(areaEdge: .touching)).options.isEmpty)
  }

  @Test(arguments: [
    "radius:0", "radius:12.5px", "rectangle:90%x10%", "rectangle:40pxx20dip", "width:50%:1",
    "height:12dip:0.25",
  ]) func selectionsAreWrittenAsTheyAreRead(text: String) throws {
    let read = try #require(ScanRegion.Selection(text))
    #expect(try ScanRegion.Selection(#require(read.text)) == read)
  }

  @Test func marginsAndPointsAreWrittenAsTheyAreRead() throws {
    for text in ["40dip,0,40dip,50%", "12.5px,0,0,0.1%"] {
      #expect(ScanRegion.Margins(text)?.text == text)
    }
    // From the view's edge, or as a share of the area: the unit of 0 matters.
    for text in ["0px,0%", "70%,25%", "12dip,3px"] {
      #expect(ScanRegion.PointOfInterest(text)?.text == text)
    }
    #expect(ViewLength.fraction(0.07).description == "7%")
    for bad in ["", "1,2,3", "1,2,3,x"] { #expect(ScanRegion.Margins(bad) == nil) }
    for bad in ["", "radius", "radius:x", "circle:5px", "rectangle:5px", "width:5px"] {
      #expect(ScanRegion.Selection(bad) == nil, "\(bad)")
    }
  }

  /// The text is the code below it, which makes the same aim.
  @Test func swiftMakesTheSameAim() throws {
    let view = try ScanView(width: 375, height: 812, scale: 3)
    let region = ScanRegion(
      margins: ScanRegion.Margins(left: .dips(40), right: .dips(40), bottom: .fraction(0.5)),
      pointOfInterest: ScanRegion.PointOfInterest(x: .fraction(0.7), y: .fraction(0.25)),
      selection: .radius(.dips(5)))
    let aim = ScanAim(region: region, view: view)
    #expect(try Self.example() == aim)
    #expect(
      aim.swift == """
        let view = try ScanView(width: 375, height: 812, scale: 3)
        let region = ScanRegion(
          margins: ScanRegion.Margins(left: .dips(40), right: .dips(40), bottom: .fraction(0.5)),
          pointOfInterest: ScanRegion.PointOfInterest(x: .fraction(0.7), y: .fraction(0.25)),
          selection: .radius(.dips(5)))
        let aim = ScanAim(region: region, view: view)
        """)
    let plain = ScanAim(region: ScanRegion())
    #expect(plain.swift == "let region = ScanRegion()\nlet aim = ScanAim(region: region)")
  }

  private static func drawn(
    _ target: AimGesture.Target, _ from: (Double, Double), _ to: (Double, Double),
    in unit: AimGesture.Unit = .percent, over aim: ScanAim = ScanAim(region: ScanRegion())
  ) throws -> ScanAim {
    try aim.changed(
      by: AimGesture(
        target, from: Point(x: from.0, y: from.1), to: Point(x: to.0, y: to.1), in: unit),
      width: 400, height: 200)
  }

  @Test func aDragSetsTheScanAreaInEachUnit() throws {
    func options(_ unit: AimGesture.Unit) throws -> [String] {
      try Self.drawn(.area, (300, 150), (100, 20), in: unit).options
    }
    #expect(try options(.percent) == ["--margins", "25%,10%,25%,25%"])
    #expect(try options(.pixels) == ["--margins", "100px,20px,100px,50px"])
    #expect(try options(.dips) == ["--margins", "100dip,20dip,100dip,50dip"])
    // What is drawn outside the frame ends at its edge.
    #expect(try Self.drawn(.area, (-50, -50), (200, 900)).options == ["--margins", "0,0,50%,0"])
    #expect(throws: ScanRegionError.nothingLeft) { try Self.drawn(.area, (10, 10), (10, 90)) }
  }

  @Test func aViewThatCutsTheFrameOffIsWhatMarginsAreOf() throws {
    // The view shows the middle 200 of 400 columns, two device pixels for each.
    let square = ScanAim(
      region: ScanRegion(), view: try ScanView(width: 200, height: 200, scale: 2))
    let aim = try Self.drawn(.area, (150, 0), (300, 200), in: .dips, over: square)
    #expect(aim.options == ["--margins", "50dip,0,0,0", "--view", "200x200@2"])
  }

  @Test func pointAndSelectionAreSharesOfTheScanArea() throws {
    let half = try Self.drawn(.area, (0, 0), (200, 200))
    #expect(
      try Self.drawn(.point, (0, 0), (50, 50), over: half).options.suffix(2) == [
        "--poi", "25%,25%",
      ])
    #expect(
      try Self.drawn(.point, (0, 0), (350, 50), in: .pixels, over: half).options.suffix(2)
        == ["--poi", "200px,50px"])
    let circle = try Self.drawn(.radius, (100, 100), (100, 150), over: half)
    #expect(circle.options == ["--margins", "0,0,50%,0", "--select", "radius:25%"])
    let box = try Self.drawn(.rectangle, (50, 40), (150, 80), over: half)
    #expect(box.options.suffix(4) == ["--poi", "50%,30%", "--select", "rectangle:50%x20%"])
    #expect(
      try box.window(width: 400, height: 200).frameShape
        == .rectangle(Rectangle(x: 50, y: 40, width: 100, height: 40)))
    #expect(
      try Self.drawn(.move, (0, 0), (20, -20), over: box).region.pointOfInterest.text == "60%,20%")
    #expect(
      try Self.drawn(.grow, (0, 0), (10, 10), over: box).region.selection.text
        == "rectangle:60%x30%")
    #expect(
      try Self.drawn(.grow, (0, 0), (-90, 0), over: circle).region.selection.text == "radius:0%")
  }

  /// Margins of 12.3 % and 1/3 end between pixels: rounding a point at them must not lead out of the area.
  @Test(arguments: [AimGesture.Unit.percent, .pixels, .dips], [1.0, 3, 2.625])
  func aPointAtAMarginStaysInTheArea(unit: AimGesture.Unit, scale: Double) throws {
    for margin in [0.123, 1.0 / 3, 0.4999, 0.49999] {
      let side = ViewLength.fraction(margin)
      let aim = ScanAim(
        region: ScanRegion(
          margins: ScanRegion.Margins(left: side, top: side, right: side, bottom: side)),
        view: try ScanView(width: 400 / scale, height: 200 / scale, scale: scale))
      for corner in [(0.0, 0.0), (400, 0), (0, 200), (400, 200)] {
        let point = try Self.drawn(.point, (0, 0), corner, in: unit, over: aim)
        let window = try point.window(width: 400, height: 200)
        let (placed, area) = (window.region.pointOfInterest, window.region.area)
        // As near to the corner as the unit's steps allow.
        #expect(abs(placed.x - (corner.0 == 0 ? area.x : area.right)) <= scale)
        #expect(abs(placed.y - (corner.1 == 0 ? area.y : area.bottom)) <= scale)
      }
    }
  }

  /// A point that lies outside a new area, by lengths from the view's edge, goes back to the middle.
  @Test func aNewAreaKeepsOrCentresThePoint() throws {
    let point = try Self.drawn(.point, (0, 0), (300, 100), in: .pixels)
    #expect(
      try Self.drawn(.area, (200, 0), (400, 200), over: point).region.pointOfInterest.text
        == "300px,100px")
    #expect(
      try Self.drawn(.area, (0, 0), (200, 200), over: point).region.pointOfInterest == .centre)
  }
}
