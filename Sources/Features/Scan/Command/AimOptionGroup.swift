import ArgumentParser
import Base
import Scanning

/// The options that say which part of an image is scanned and which symbols in it are kept.
struct AimOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Strips in which nothing is scanned: left,top,right,bottom, such as 40dip,0,40dip,50%.",
      discussion:
        "Lengths are pixels (12px), points (40dip), or shares of the view (50%, 0.5). Only symbols "
        + "that lie wholly inside the rest count; see --area-edge.", valueName: "lengths"))
  var margins: MarginsOption?

  @Option(
    help: ArgumentHelp(
      "The point of interest: x,y, such as 0.7,0.25. Default: the centre of the scan area.",
      discussion: "Shares refer to the scan area; other lengths start at the view's top left.",
      valueName: "point"))
  var poi: PointOption?

  @Option(
    help: ArgumentHelp(
      "Keeps only the symbols at a shape around the point of interest: radius:5dip, "
        + "rectangle:0.9x0.1, width:0.5:1 or height:0.5:1 (a side and the other's multiple of it).",
      valueName: "shape"))
  var select: SelectionOption?

  @Option(
    help: ArgumentHelp(
      "The view that shows the images, in points and pixels per point: 375x812@3.",
      discussion:
        "Images fill the view; parts that are cut off are not scanned. Default: the whole image, pixel by pixel.",
      valueName: "view"))
  var view: ViewOption?

  @Option(help: "Which symbols that cross the selection's edge to keep.")
  var edge: EdgeRule = .touching

  @Option(help: "Which symbols that cross the scan area's edge to keep.")
  var areaEdge: EdgeRule = .whollyInside

  @Flag(help: "Draws scan area, point of interest and selection on the pictures of --overlay.")
  var guides = false

  /// The aim; `nil` if all of each image is scanned.
  ///
  /// - Throws: `ValidationError` for a region that fits no view.
  func aim() throws -> ScanAim? {
    guard margins != nil || poi != nil || select != nil || view != nil || guides else {
      guard edge == .touching, areaEdge == .whollyInside else {
        throw ValidationError("--edge and --area-edge need an edge: --margins, --select or --view")
      }
      return nil
    }
    let region = ScanRegion(
      margins: margins?.margins ?? ScanRegion.Margins(), pointOfInterest: poi?.point ?? .centre,
      selection: select?.selection ?? .all, selectionEdge: edge, areaEdge: areaEdge)
    if let view = view?.view {
      do throws(ScanRegionError) {
        _ = try region.placed(in: view)
      } catch {
        throw ValidationError(error.description)
      }
    }
    return ScanAim(region: region, view: view?.view)
  }
}

/// Four margins as people type them.
struct MarginsOption: ExpressibleByArgument {
  let margins: ScanRegion.Margins

  init?(argument: String) {
    guard let lengths = ViewLength.list(argument, count: 4) else { return nil }
    margins = ScanRegion.Margins(
      left: lengths[0], top: lengths[1], right: lengths[2], bottom: lengths[3])
  }
}

/// A point of interest as people type it.
struct PointOption: ExpressibleByArgument {
  let point: ScanRegion.PointOfInterest

  init?(argument: String) {
    guard let lengths = ViewLength.list(argument, count: 2) else { return nil }
    point = ScanRegion.PointOfInterest(x: lengths[0], y: lengths[1])
  }
}

/// A selection as people type it.
struct SelectionOption: ExpressibleByArgument {
  let selection: ScanRegion.Selection

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    switch (parts[0], parts.count) {
    case ("radius", 2):
      guard let radius = ViewLength(parts[1]) else { return nil }
      selection = .radius(radius)
    case ("rectangle", 2):
      guard let sides = parts[1].sides({ ViewLength($0) }) else { return nil }
      selection = .rectangle(width: sides.width, height: sides.height)
    case ("width", 3), ("height", 3):
      guard let side = ViewLength(parts[1]), let aspect = Double(String(parts[2])) else {
        return nil
      }
      selection =
        parts[0] == "width"
        ? .rectangleWidth(side, aspect: aspect) : .rectangleHeight(side, aspect: aspect)
    default:
      return nil
    }
  }
}

/// A view as people type it.
struct ViewOption: ExpressibleByArgument {
  let view: ScanView

  init?(argument: String) {
    guard let view = ScanView(argument) else { return nil }
    self.view = view
  }
}

extension ViewLength {
  /// So many lengths with commas between them.
  fileprivate static func list(_ text: String, count: Int) -> [ViewLength]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let lengths = parts.compactMap { ViewLength($0) }
    return parts.count == count && lengths.count == count ? lengths : nil
  }
}

extension EdgeRule: ExpressibleByArgument {}
