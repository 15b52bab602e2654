import DecoderKit
import Images
import Measuring
import PluginHost
import Sessions
import Synchronization

/// Grades the symbols of images that decoders read.
struct GradeSession: Sendable {
  let plan: ScanPlan
  let grader: SymbolGrader
  let channel: ColourChannel?
  let stop: StopSignal

  /// The grades of one image.
  private struct Graded {
    var grades: [Result<SymbolGrades, GradingFailure>]
    var isColour: Bool
  }

  /// Grades all images. Blocks the caller.
  ///
  /// - Parameter emit: Called with each result in order; returns false to end early.
  /// - Throws: The first error of `emit`, or an error if workers can no longer be started.
  func run(emit: (GradedImage) throws -> Bool) throws {
    let graded = Mutex<[Int: Graded]>([:])
    try ScanSession(plan: plan, stop: stop).run(
      inspect: { [plan, grader, channel] result, image in
        let input = plan.inputs[result.index]
        // Standard input is read once.
        let alone = input.path == "-" ? nil : try input.channel(channel ?? .red)
        let isColour = alone.map { $0 != image } ?? false
        let readings = (result.contents?.detections ?? []).map { detection in
          Reading(
            symbology: detection.symbology, bytes: detection.bytes, text: detection.text,
            corners: detection.measurement.outline)
        }
        let grades = grader.grade(readings, in: channel == nil ? image : alone ?? image)
        graded.withLock { $0[result.index] = Graded(grades: grades, isColour: isColour) }
      },
      emit: { result in
        let own = graded.withLock { $0.removeValue(forKey: result.index) }
        return try emit(
          GradedImage(image: result, grades: own?.grades ?? [], isColour: own?.isColour ?? false))
      })
  }
}

extension ScanInputs.Input {
  /// Reads one colour of the image alone.
  fileprivate func channel(_ channel: ColourChannel) throws(ImageError) -> GrayImage {
    try ImageFile.decode(bytes(), name: path, channel: channel)
  }
}
