import DecoderKit
import Drawing
import Scanning

/// The way in which a scanner is aimed at one symbol of each image, and chooses among them.
///
/// Each trial has a target, any symbol with equal probability. The point of interest lies at the mean of
/// its corners, off by the ``CameraParameter/aimingError`` of the sample.
package struct CorpusSelection: Hashable, Sendable {
  /// The scan area and the selection in it, without a radius that the sweep or a condition gives.
  package let region: ScanRegion
  /// The view that moves with the aim, one device pixel to a pixel of the image; `nil` for one that
  /// shows the whole image.
  package let view: ScanView?

  package init(region: ScanRegion, view: ScanView? = nil) {
    self.region = region
    self.view = view
  }

  /// The region of a sample with these settings.
  func region(for settings: CameraSettings) -> ScanRegion {
    guard !settings.isNeutral(.selectionRadius) else { return region }
    var region = region
    region.selection = .radius(.pixels(settings[.selectionRadius]))
    return region
  }

  /// The reason that the region fits no view of an image with these settings; `nil` if it fits.
  func objection(_ settings: CameraSettings, width: Int, height: Int) -> String? {
    do throws(ScanRegionError) {
      _ = try region(for: settings).aimed(
        at: Point(x: 0, y: 0), in: view, width: width, height: height)
      return nil
    } catch {
      return error.description
    }
  }
}
