import Drawing
import Testing

/// Images must not change between releases or machines, because stored results belong to them; whole scenes
/// have their reference in CorporaTests.
@Suite struct ReferencePixelsTests {
  /// The reference pixels of each version: rasteriser and camera.
  private static let recorded: [Int: [UInt64]] = [
    2: [13_708_703_291_918_808_010, 15_913_910_946_557_184_903]
  ]

  @Test func referencePixelsAreThoseOfTheVersion() throws {
    let drawn = [
      try RasteriserTests.referenceFingerprint(), try CameraTests.referenceFingerprint(),
    ]
    #expect(
      Self.recorded[DrawingVersion.current] == drawn,
      "pixels changed: raise DrawingVersion.current and record its reference pixels here")
  }
}
