import Base
import CodeGeneration
import Configuring
import Foundation
import Reporting
import Sessions

/// The output folder of `harness configure`.
struct ConfigureFolder {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// Writes the recommendation, the answers, and the pictures.
  func write(
    _ result: ConfigureSession.Result, _ answers: Answers, _ needs: SampleNeeds
  ) throws {
    let files = RecommendationFiles(result.recommendation)
    let sheet = try result.twin.flatMap {
      try TwinSheet.png(result.recommendation.survey, $0)
    }
    let questions = Question.allCases.filter { $0.applies(to: needs) }
    try write("answers.yaml", AnswerFile.text(answers, to: questions))
    if let sheet { try AtomicFile.write(sheet, to: path + "/twins.png", isDurable: false) }
    if let configuration = result.recommendation.configuration {
      try write(
        "scanner.json",
        VersionedJSON.text(configuration, version: ScannerConfiguration.schemaVersion))
    }
    try write("recommendation.json", RecommendationJSON.render(result.recommendation))
    try write("recommendation.html", files.page(sheet: sheet))
    try write("recommendation.md", files.markdown)
  }

  private func write(_ name: String, _ text: String) throws {
    try AtomicFile.write(Array(text.utf8), to: path + "/" + name, isDurable: false)
  }
}
