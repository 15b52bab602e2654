import Scanning

/// The question about the scan area over a sample, as the page asks it.
struct AreaRequest: Decodable, Sendable {
  /// The line that would be the answer.
  let line: String
  /// A drag over the sample, in its pixels; `nil` to see what the line means.
  let gesture: AimGesture?
  /// The sample's columns and rows.
  let width: Int
  let height: Int
}

/// The scan area as a line that answers the question, and as guides over the sample.
struct AreaAnswer: Codable, Sendable {
  let line: String
  let guides: AimGuides
}

extension FrameBox {
  /// The box as margins of a view that shows the frame whole.
  var aim: ScanAim {
    ScanAim(
      region: ScanRegion(
        margins: ScanRegion.Margins(
          left: .fraction(left), top: .fraction(top), right: .fraction(1 - right),
          bottom: .fraction(1 - bottom))))
  }
}
