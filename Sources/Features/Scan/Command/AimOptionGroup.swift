import ArgumentParser
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
    guard let margins = ScanRegion.Margins(argument) else { return nil }
    self.margins = margins
  }
}

/// A point of interest as people type it.
struct PointOption: ExpressibleByArgument {
  let point: ScanRegion.PointOfInterest

  init?(argument: String) {
    guard let point = ScanRegion.PointOfInterest(argument) else { return nil }
    self.point = point
  }
}

/// A selection as people type it.
struct SelectionOption: ExpressibleByArgument {
  let selection: ScanRegion.Selection

  init?(argument: String) {
    guard let selection = ScanRegion.Selection(argument) else { return nil }
    self.selection = selection
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

extension EdgeRule: ExpressibleByArgument {}
