import Scanning
import Serving

/// The scan area that the page asks for: texts as people type them, and a gesture over what they mean.
package struct AimRequest: Decodable, Sendable {
  /// The most bytes of a request.
  static let mostBytes = 4096

  private let margins: String?
  private let poi: String?
  private let select: String?
  private let view: String?
  private let edge: String?
  private let areaEdge: String?
  private let gesture: AimGesture?
  /// The columns and rows of the frame that the page shows, which a gesture's points are pixels of.
  let width: Int
  let height: Int

  /// The aim; `nil` if all of each frame is scanned.
  ///
  /// - Throws: ``PageRefusal`` for a text that is none, and for an aim that does not fit the frame.
  func aim() throws(PageRefusal) -> ScanAim? {
    guard (1...FrameMessage.longestSide).contains(width),
      (1...FrameMessage.longestSide).contains(height)
    else { throw PageRefusal(.malformed, "a scan area lies over a frame: wait for the first one") }
    let region = ScanRegion(
      margins: try read(
        margins, "margins are left,top,right,bottom, such as 40dip,0,40dip,50%",
        ScanRegion.Margins.init(_:)) ?? ScanRegion.Margins(),
      pointOfInterest: try read(
        poi, "a point of interest is x,y, such as 70%,25%", ScanRegion.PointOfInterest.init(_:))
        ?? .centre,
      selection: try read(
        select, "a selection is radius:5dip, rectangle:90%x10%, width:50%:1 or height:50%:1",
        ScanRegion.Selection.init(_:)) ?? .all,
      selectionEdge: try read(edge, Self.edges, EdgeRule.init(rawValue:)) ?? .touching,
      areaEdge: try read(areaEdge, Self.edges, EdgeRule.init(rawValue:)) ?? .whollyInside)
    let view = try read(view, "a view is 375x812@3 or 1280x720") { ScanView($0) }
    do throws(ScanRegionError) {
      var aim = ScanAim(region: region, view: view)
      _ = try aim.window(width: width, height: height)
      if let gesture { aim = try aim.changed(by: gesture, width: width, height: height) }
      return aim.options.isEmpty ? nil : aim
    } catch {
      throw PageRefusal(.malformed, error.description)
    }
  }

  private static let edges =
    "an edge is " + EdgeRule.allCases.map(\.rawValue).joined(separator: ", ")

  private func read<Value>(
    _ text: String?, _ rule: String, _ parse: (String) -> Value?
  ) throws(PageRefusal) -> Value? {
    guard let text, !text.isEmpty else { return nil }
    guard let value = parse(text.filter { !$0.isWhitespace }) else {
      throw PageRefusal(.malformed, rule)
    }
    return value
  }
}

/// The scan area as the page shows it: the texts to type, the guides to draw, and the text of it elsewhere.
package struct AimAnswer: Encodable, Sendable {
  private let margins: String
  private let poi: String
  private let select: String
  private let view: String
  /// The guides over the frame that the page shows.
  let guides: AimGuides
  /// The options of `harness scan`.
  let scan: String
  /// The answers of `harness configure`.
  let configure: String
  /// Swift with the library.
  let library: String

  init(_ aim: ScanAim?, width: Int, height: Int) throws(ScanRegionError) {
    let shown = aim ?? ScanAim(region: ScanRegion())
    let region = shown.region
    let window = try shown.window(width: width, height: height)
    margins = region.margins == ScanRegion.Margins() ? "" : region.margins.text
    poi = region.pointOfInterest == .centre ? "" : region.pointOfInterest.text
    select = region.selection.text ?? ""
    view = shown.view?.text ?? ""
    guides = AimGuides(aim == nil ? nil : window)
    scan = shown.options.joined(separator: " ")
    configure = Self.answers(window)
    library = shown.swift
  }

  /// The answer to the question about the scan area, in shares of the frame; the others keep what the samples
  /// suggest.
  private static func answers(_ window: ScanWindow) -> String {
    let sides = window.shares
    let texts = sides.map { $0 == $0.rounded() ? "\"\(Int($0))\"" : "\"\($0)\"" }
    let words = sides == [0, 0, 1, 1] ? "all" : "[\(texts.joined(separator: ", "))]"
    let remark =
      window.frameShape == nil
      ? "" : "# Programs of configure take every symbol of the area: the selection is not in it.\n"
    return remark + "format: 1\nscan-area: \(words)\n"
  }
}
