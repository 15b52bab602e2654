import DecoderKit

/// A scan region over one frame: the part to decode, and the fate of what was read in it.
public struct ScanWindow: Hashable, Sendable {
  /// The mapping from frame to view.
  public let mapping: ViewMapping
  /// The region in the view.
  public let region: PlacedRegion
  /// The part of the frame that the scan area shows, in whole pixels.
  public let part: ImagePart

  /// Lays a region over an upright frame.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - view: The view; `nil` for one that shows the frame whole, pixel by pixel.
  ///   - width: The frame's columns.
  ///   - height: The frame's rows.
  ///   - mode: The name of the mode whose point of interest counts; `nil` for the common one.
  /// - Throws: ``ScanRegionError`` if the region does not fit the view.
  public init(
    _ region: ScanRegion, in view: ScanView?, width: Int, height: Int, mode: String? = nil
  ) throws(ScanRegionError) {
    guard width > 0, height > 0 else { throw .emptyFrame(width: width, height: height) }
    let shown: ScanView
    if let view {
      shown = view
    } else {
      shown = try ScanView(width: Double(width), height: Double(height))
    }
    mapping = try ViewMapping(frameWidth: width, frameHeight: height, view: shown)
    self.region = try region.placed(in: shown, mode: mode)
    let seen = mapping.frameRectangle(self.region.area)
    // Pixels that the area shows in part belong to it, up to a rounding error.
    let left = max(Int((seen.x + 1e-6).rounded(.down)), 0)
    let top = max(Int((seen.y + 1e-6).rounded(.down)), 0)
    part = ImagePart(
      x: left, y: top, width: min(Int((seen.right - 1e-6).rounded(.up)), width) - left,
      height: min(Int((seen.bottom - 1e-6).rounded(.up)), height) - top)
    guard part.width > 0, part.height > 0 else { throw .nothingLeft }
  }

  /// The scan area's left, upper, right and lower side, as shares of the frame in thousandths.
  package var shares: [Double] {
    let area = frameArea
    let (width, height) = (Double(mapping.frameWidth), Double(mapping.frameHeight))
    return [area.x / width, area.y / height, area.right / width, area.bottom / height]
      .map { min(max(($0 * 1000).rounded() / 1000, 0), 1) }
  }

  /// True if the place of a symbol decides about it; false if whatever is read in the scan area counts.
  public var needsPlaces: Bool {
    region.shape != nil || (isPart && region.areaEdge != .whollyInside)
  }

  /// The part of the frame that is decoded: the scan area, or all of it where symbols across the
  /// area's edge count.
  public var decodedPart: ImagePart {
    isCropped
      ? part
      : ImagePart(x: 0, y: 0, width: mapping.frameWidth, height: mapping.frameHeight)
  }

  /// Cuts the part that is decoded out of the frame.
  public func crop(_ image: GrayImage) -> GrayImage {
    isCropped ? image.cropped(to: part) : image
  }

  /// Moves a reading of the scan area to the frame's pixels.
  public func moved(_ reading: Reading) -> Reading {
    isCropped ? reading.mapped(part.place) : reading
  }

  /// Tells what becomes of a symbol with this outline, in the frame's pixels.
  ///
  /// A symbol lies in the scan area if nothing else was decoded, whatever a measurement says about its
  /// last pixel.
  public func fate(of outline: Corners?) -> SymbolFate {
    guard needsPlaces else { return .kept }
    guard let outline else { return .placeUnknown }
    let seen = mapping.viewCorners(outline)
    guard region.areaEdge == .whollyInside, let shape = region.shape else {
      return region.fate(of: seen)
    }
    return shape.selects(seen, edge: region.selectionEdge) ? .kept : .notSelected
  }

  /// Tells what becomes of a place that was found in the whole frame.
  package func fateInFrame(of outline: Corners) -> SymbolFate {
    region.fate(of: mapping.viewCorners(outline))
  }

  private var isPart: Bool {
    (part.width, part.height) != (mapping.frameWidth, mapping.frameHeight)
  }

  private var isCropped: Bool { isPart && region.areaEdge == .whollyInside }
}

extension ScanWindow {
  /// The scan area, in pixels of the frame.
  public var frameArea: Rectangle { mapping.frameRectangle(region.area) }

  /// The point of interest, in pixels of the frame.
  public var framePointOfInterest: Point { mapping.framePoint(region.pointOfInterest) }

  /// The selection, in pixels of the frame; `nil` if all symbols of the area are returned.
  public var frameShape: SelectionShape? {
    switch region.shape {
    case nil: nil
    case .circle(let centre, let radius):
      .circle(centre: mapping.framePoint(centre), radius: radius / mapping.scale)
    case .rectangle(let rectangle): .rectangle(mapping.frameRectangle(rectangle))
    }
  }
}
