import Base
import DecoderKit
import Measuring
import Reporting
import Scanning

/// Grades as one JSON document, in the layout of `grade.schema.json`.
enum GradeJSON {
  /// Renders the grades of images, with a line feed at the end.
  static func render(_ images: [GradedImage]) throws -> String {
    let record = GradeRecord(
      remark: GradeWording.disclaimer + ".", images: images.map(GradeRecord.Image.init))
    return try VersionedJSON.text(
      record, version: GradeRecord.schemaVersion, takesAnyNumber: true)
  }
}

/// The layout of `grade.schema.json`.
private struct GradeRecord: Encodable {
  /// The version of the layout. A published version keeps its meaning; fields may be added.
  static let schemaVersion = 1

  let remark: String
  let images: [Image]

  struct Image: Encodable {
    let path: String
    var error: String?
    var width: Int?
    var height: Int?
    let isColour: Bool
    var symbols: [Symbol] = []

    init(_ graded: GradedImage) {
      path = graded.image.path
      isColour = graded.isColour
      switch graded.image.outcome {
      case .unreadable(let reason): error = reason
      case .scanned(let contents):
        (width, height) = (contents.width, contents.height)
        symbols = zip(contents.detections, graded.grades).map(Symbol.init)
      }
    }
  }

  struct Symbol: Encodable {
    let symbology: Symbology?
    let value: String
    let bytesHex: String
    var notGraded: Reason?
    var standard: PrintStandard?
    var grade: Double?
    var letter: GradeLetter?
    var apertureModules: Double?
    var moduleSizePixels: Double?
    var outline: [[Double]]?
    var parameters: [Parameter]?
    var scans: [Scan]?

    init(_ detection: Detection, _ result: Result<SymbolGrades, GradingFailure>) {
      symbology = detection.symbology
      value = ScanWording.value(detection.reading)
      bytesHex = ScanWording.hex(detection.bytes)
      switch result {
      case .failure(let failure):
        notGraded = Reason(code: GradeWording.code(failure), text: GradeWording.reason(failure))
      case .success(let grades):
        standard = grades.standard
        (grade, letter) = (grades.grade.value, grades.grade.letter)
        (apertureModules, moduleSizePixels) = (grades.apertureModules, grades.moduleSizePixels)
        outline = grades.outline.points.map { [$0.x, $0.y] }
        parameters = grades.parameters.map(Parameter.init)
        scans = grades.scans.map(Scan.init)
      }
    }
  }

  struct Reason: Encodable {
    let code: String
    let text: String
  }

  struct Parameter: Encodable {
    let parameter: QualityParameter
    var share: Double?
    var modules: Double?
    let grade: Double

    init(_ graded: GradedParameter) {
      parameter = graded.parameter
      grade = graded.grade.value
      if graded.parameter == .gridNonuniformity {
        modules = graded.value
      } else {
        share = graded.value
      }
    }
  }

  struct Scan: Encodable {
    let grade: Double
    let parameters: [Parameter]

    init(_ scan: ScanGrades) {
      grade = scan.grade.value
      parameters = scan.parameters.map(Parameter.init)
    }
  }
}
