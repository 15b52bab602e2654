import DecoderKit
import Scanning
import Testing

@Suite struct ScanRegionTests {
  /// The example of a commercial scanner's page: point of interest 0.7/0.25, 40 dip left and right, the
  /// lower half cut off, radius 5 dip.
  private let example = ScanRegion(
    margins: ScanRegion.Margins(left: .dips(40), right: .dips(40), bottom: .fraction(0.5)),
    pointOfInterest: ScanRegion.PointOfInterest(x: .fraction(0.7), y: .fraction(0.25)),
    selection: .radius(.dips(5)))

  @Test func theExampleHasItsPixelsAtTwoAndThreePerPoint() throws {
    let three = try example.placed(in: ScanView(width: 375, height: 812, scale: 3))
    #expect(three.area == Rectangle(x: 120, y: 0, width: 885, height: 1218))
    #expect(three.pointOfInterest == Point(x: 739.5, y: 304.5))
    #expect(three.shape == .circle(centre: Point(x: 739.5, y: 304.5), radius: 15))
    let two = try example.placed(in: ScanView(width: 375, height: 812, scale: 2))
    #expect(two.area == Rectangle(x: 80, y: 0, width: 590, height: 812))
    #expect(two.pointOfInterest == Point(x: 493, y: 203))
    #expect(two.shape == .circle(centre: Point(x: 493, y: 203), radius: 10))
  }

  @Test func fractionsOfThePointAreOfTheAreaAndLengthsAreOfTheView() throws {
    var region = example
    let view = try ScanView(width: 400, height: 800)
    region.pointOfInterest = .centre
    #expect(try region.placed(in: view).pointOfInterest == Point(x: 200, y: 200))
    region.pointOfInterest = ScanRegion.PointOfInterest(x: .pixels(50), y: .dips(10))
    #expect(try region.placed(in: view).pointOfInterest == Point(x: 50, y: 10))
  }

  @Test func aModeHasAPointOfItsOwn() throws {
    var region = example
    region.pointsByMode["label"] = .centre
    let view = try ScanView(width: 400, height: 800)
    #expect(try region.placed(in: view, mode: "label").pointOfInterest == Point(x: 200, y: 200))
    #expect(
      try region.placed(in: view, mode: "batch").pointOfInterest
        == region.placed(in: view).pointOfInterest)
  }

  @Test func rectanglesTakeASideAndAnAspect() throws {
    let view = try ScanView(width: 400, height: 800)
    func shape(_ selection: ScanRegion.Selection) throws -> SelectionShape? {
      try ScanRegion(selection: selection).placed(in: view).shape
    }
    #expect(
      try shape(.rectangle(width: .fraction(0.9), height: .fraction(0.1)))
        == .rectangle(Rectangle(x: 20, y: 360, width: 360, height: 80)))
    // Half of the view's width, and square.
    #expect(
      try shape(.rectangleWidth(.fraction(0.5), aspect: 1))
        == .rectangle(Rectangle(x: 100, y: 300, width: 200, height: 200)))
    #expect(
      try shape(.rectangleHeight(.pixels(100), aspect: 3))
        == .rectangle(Rectangle(x: 50, y: 350, width: 300, height: 100)))
  }

  @Test func regionsThatDoNotFitSayWhy() throws {
    let view = try ScanView(width: 400, height: 800)
    func place(_ change: (inout ScanRegion) -> Void) throws {
      var region = ScanRegion()
      change(&region)
      _ = try region.placed(in: view)
    }
    #expect(throws: ScanRegionError.nothingLeft) {
      try place {
        $0.margins.left = .fraction(0.6); $0.margins.right = .pixels(160)
      }
    }
    #expect(throws: ScanRegionError.badMargin(.dips(-1))) {
      try place { $0.margins.top = .dips(-1) }
    }
    #expect(throws: ScanRegionError.badMargin(.fraction(.infinity))) {
      try place { $0.margins.top = .fraction(.infinity) }
    }
    #expect(
      throws: ScanRegionError.pointOutside(
        Point(x: 500, y: 400), Rectangle(x: 0, y: 0, width: 400, height: 800))
    ) { try place { $0.pointOfInterest.x = .fraction(1.25) } }
    #expect(throws: ScanRegionError.badSelection(.dips(-5))) {
      try place { $0.selection = .radius(.dips(-5)) }
    }
    #expect(throws: ScanRegionError.badSelection(.fraction(0))) {
      try place { $0.selection = .rectangle(width: .fraction(0), height: .fraction(1)) }
    }
    #expect(throws: ScanRegionError.badAspect(0)) {
      try place { $0.selection = .rectangleWidth(.fraction(1), aspect: 0) }
    }
    #expect(throws: ScanRegionError.emptyView) { try ScanView(width: 0, height: 800) }
    #expect(throws: ScanRegionError.emptyView) { try ScanView(width: 1, height: 1, scale: .nan) }
  }

  @Test func edgesDecideByTheirRule() throws {
    let view = try ScanView(width: 100, height: 100)
    // Across the right edge of a square from 30 to 70, its centre inside.
    let across = Rectangle(x: 50, y: 40, width: 30, height: 10).corners
    func fate(_ edge: EdgeRule, _ outline: Corners) throws -> SymbolFate {
      try ScanRegion(
        selection: .rectangle(width: .pixels(40), height: .pixels(40)), selectionEdge: edge
      ).placed(in: view).fate(of: outline)
    }
    #expect(try fate(.touching, across) == .kept)
    #expect(try fate(.centreInside, across) == .kept)
    #expect(try fate(.whollyInside, across) == .notSelected)
    let barely = Rectangle(x: 69, y: 40, width: 30, height: 10).corners
    #expect(try fate(.touching, barely) == .kept)
    #expect(try fate(.centreInside, barely) == .notSelected)
    let cut = Rectangle(x: 90, y: 40, width: 30, height: 10).corners
    #expect(try fate(.touching, cut) == .outsideArea)
    var region = ScanRegion(areaEdge: .touching)
    #expect(try region.placed(in: view).fate(of: cut) == .kept)
    region.areaEdge = .centreInside
    #expect(try region.placed(in: view).fate(of: cut) == .outsideArea)
  }

  @Test func lengthsAreReadWithTheirUnits() {
    #expect(ViewLength("40dip") == .dips(40))
    #expect(ViewLength("12.5px") == .pixels(12.5))
    #expect(ViewLength("50%") == .fraction(0.5))
    #expect(ViewLength("0.7") == .fraction(0.7))
    for bad in ["", "dip", "40pt", "1e999", "nan%", "4 0px"] { #expect(ViewLength(bad) == nil) }
    #expect(ScanView("375x812@3") == (try? ScanView(width: 375, height: 812, scale: 3)))
    #expect(ScanView("1920x1080")?.scale == 1)
    for bad in ["375", "375x812@", "0x4", "3x4x5", "3x4@2@1", "", "@2"] {
      #expect(ScanView(bad) == nil, "\(bad)")
    }
  }
}
