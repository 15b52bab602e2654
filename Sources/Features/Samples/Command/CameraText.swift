import Optics
import Reporting

/// A camera in words, for the terminal.
struct CameraText: Sendable {
  private let style: TerminalStyle

  init(_ style: TerminalStyle) {
    self.style = style
  }

  private static let indent = "  "

  /// The line of a short list: name and title.
  ///
  /// - Parameter width: The columns of the longest name.
  func line(_ camera: CameraModel, width: Int) -> String {
    style.line([camera.title], label: DisplayText.padded(camera.name, to: width) + "  ")
  }

  /// The lines of a full list: name and title, frames with focal lengths in pixels, focus.
  func render(_ camera: CameraModel) -> String {
    let frames = camera.modes.compactMap { mode in
      camera.view(mode.frame).map {
        "\(mode.frame) (\(Numerals.count(Int($0.focalPixels.rounded()))) px)"
      }
    }
    return
      (style.paragraph("\(camera.name): \(camera.title)")
      + style.paragraph(
        "frames, with their focal lengths: \(frames.joined(separator: ", "))", label: Self.indent)
      + style.paragraph(Self.focus(camera), label: Self.indent)).joined(separator: "\n")
  }

  /// The plane in focus and what is known of blur.
  private static func focus(_ camera: CameraModel) -> String {
    let focus =
      switch camera.focus {
      case .automatic: "focuses by itself"
      case .fixed(let distance):
        distance.value.isFinite
          ? "focused at \(Numerals.length(distance.value))" : "focused at infinity"
      }
    let near = camera.nearLimitMillimetres.map { ", from \(Numerals.length($0.value)) on" }
    let isLensKnown = camera.lensMillimetres != nil && camera.fNumber != nil
    return focus + (near ?? "")
      + (isLensKnown ? "" : "; without focal length or aperture of the lens: no depth of field")
  }
}
