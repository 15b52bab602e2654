import Base
import DecoderKit
import Images
import Measuring
import Sessions

/// Grades the symbols of images that decoders read.
struct GradeSession: Sendable {
  let plan: ScanPlan
  let grader: SymbolGrader
  let channel: ColourChannel?
  let stop: StopSignal

  /// Grades all images. Blocks the caller.
  ///
  /// - Parameter emit: Called with each result in order; returns false to end early.
  /// - Throws: The first error of `emit`, or an error if workers can no longer be started.
  func run(emit: (GradedImage) throws -> Bool) throws {
    try ScanSession(plan: plan, stop: stop).run(
      step: { [plan, grader, channel] result, image -> GradedImage in
        let input = plan.inputs[result.index]
        // Standard input is read once.
        let alone = input.path == "-" ? nil : try input.channel(channel ?? .red)
        let readings = (result.contents?.detections ?? []).map { detection in
          Reading(
            symbology: detection.symbology, bytes: detection.bytes, text: detection.text,
            corners: detection.measurement.outline)
        }
        return GradedImage(
          image: result,
          grades: grader.grade(readings, in: channel == nil ? image : alone ?? image),
          isColour: alone.map { $0 != image } ?? false)
      },
      emit: { try emit($1 ?? GradedImage(image: $0, grades: [], isColour: false)) })
  }
}

extension ScanInputs.Input {
  /// Reads one colour of the image alone.
  fileprivate func channel(_ channel: ColourChannel) throws(ImageError) -> GrayImage {
    try ImageFile.decode(bytes(), name: path, channel: channel)
  }
}
