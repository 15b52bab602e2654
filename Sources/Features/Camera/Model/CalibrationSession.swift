import Base
import Evaluation
import Optics
import Scanning
import Sessions

/// The search for one known code in each of some images, and the focal length that they show.
struct CalibrationSession: Sendable {
  private let decoders: [ConfiguredDecoder]
  private let stop: StopSignal

  init(decoders: [ConfiguredDecoder], stop: StopSignal) {
    self.decoders = decoders
    self.stop = stop
  }

  /// Scans the images and fits the focal length. Blocks the caller.
  ///
  /// - Parameters:
  ///   - inputs: The images, in order.
  ///   - codeWidth: The code's width without quiet zone, in millimetres.
  ///   - distances: One distance for each image, in millimetres.
  /// - Throws: ``CalibrationError``, or an error if workers can no longer be started.
  func calibrate(
    _ inputs: [ScanInputs.Input], codeWidthMillimetres codeWidth: Double,
    distancesMillimetres distances: [Double]
  ) throws -> FocalCalibration {
    precondition(inputs.count == distances.count, "a distance for each image")
    let plan = ScanPlan(
      inputs: inputs, decoders: decoders, jobs: 1, deathsBeforeGivingUp: 10, viewing: nil,
      findsPotential: false, thresholds: nil)
    var views: [CalibrationView] = []
    try ScanSession(plan: plan, stop: stop).run { image in
      views.append(try Self.view(image, distance: distances[image.index]))
      return true
    }
    return try FocalCalibration(views, codeWidthMillimetres: codeWidth)
  }

  private static func view(_ image: ScannedImage, distance: Double) throws -> CalibrationView {
    if case .unreadable(let reason) = image.outcome {
      throw CalibrationError.unreadable(image.path, reason)
    }
    let measured = (image.contents?.detections ?? []).filter { $0.measurement.source == .measured }
    guard measured.count <= 1 else {
      throw CalibrationError.severalCodes(image.path, measured.count)
    }
    guard let contents = image.contents, let measurement = measured.first?.measurement,
      let corners = measurement.outline, let modules = measurement.dimension
    else { throw CalibrationError.noCode(image.path) }
    guard measurement.moduleSize?.down != nil else {
      throw CalibrationError.noSquareModules(image.path)
    }
    return CalibrationView(
      image: image.path, frame: PixelSize(columns: contents.width, rows: contents.height),
      corners: corners, modules: PixelSize(columns: modules.columns, rows: modules.rows),
      distanceMillimetres: distance)
  }
}
