/// The part of images that a scan looks at, and the view in which they are shown.
public struct ScanAim: Hashable, Sendable {
  /// The scan area and the selection in it.
  public let region: ScanRegion
  /// The view; `nil` for one that shows each image whole, pixel by pixel.
  public let view: ScanView?
  /// The name of the mode whose point of interest counts; `nil` for the common one.
  public let mode: String?

  public init(region: ScanRegion, view: ScanView? = nil, mode: String? = nil) {
    self.region = region
    self.view = view
    self.mode = mode
  }

  /// Lays the region over an upright image.
  ///
  /// - Throws: ``ScanRegionError`` if the region does not fit.
  public func window(width: Int, height: Int) throws(ScanRegionError) -> ScanWindow {
    try ScanWindow(region, in: view, width: width, height: height, mode: mode)
  }
}
