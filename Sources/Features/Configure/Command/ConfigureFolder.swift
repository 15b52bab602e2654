import Base
import CodeGeneration
import Foundation
import Sessions

/// The output folder of `harness configure`.
struct ConfigureFolder {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The files that an earlier configuration may have left and that this one writes anew.
  private static let results = [
    "answers.yaml", "twin.yaml", "twins.png", "scanner.json", "recommendation.json",
    "recommendation.html", "recommendation.md",
  ]

  /// Makes the folder, and removes the results of an earlier configuration; decodes are kept.
  ///
  /// - Throws: `RequestError` for a folder that holds something else.
  func prepare() throws {
    let files = FileManager.default
    let there = (try? files.contentsOfDirectory(atPath: path)) ?? []
    let own = Set(Self.results + ["samples", "runs", "programs"])
    if let foreign = there.sorted().first(where: { !own.contains($0) && !$0.hasPrefix(".") }) {
      throw RequestError(
        "\(path) holds \"\(foreign)\", which is not part of a configuration: name another folder"
      )
    }
    try Folder.make(path)
    for name in Self.results where there.contains(name) && name != "answers.yaml" {
      try files.removeItem(atPath: path + "/" + name)
    }
  }

  /// Writes the answers.
  func write(_ answers: Answers) throws {
    try write("answers.yaml", AnswerFile.text(answers, to: Question.allCases))
  }

  /// Writes the recommendation and the pictures.
  func write(_ result: ConfigureSession.Result) throws {
    let files = RecommendationFiles(result.recommendation)
    let sheet = try result.twin.flatMap {
      try TwinSheet.png(result.recommendation.survey, $0)
    }
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
