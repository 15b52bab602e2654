import Foundation
import TestSupport

extension ScratchFolder {
  /// Makes a wrapper of the real decoder that spoils the results of `perMille` of 1000 images, and of
  /// those narrower than some pixels; with another `salt` of other images. A fickle one decides by dice (`yes`),
  /// `time` or `count`, not by the image.
  func doctoredPlugin(
    _ folder: String, perMille: Int = 0, narrowerThan width: Int = 0, symptom: String = "miss",
    fickle: String = "no", salt: Int = 0
  ) throws -> String {
    let template = try String(
      contentsOfFile: HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-doctored",
      encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: path + "/\(folder)", withIntermediateDirectories: true)
    let file = try file(
      folder + "/harness-decoder-doctored",
      template.replacing("@INNER@", with: HarnessRun.binaries + "/harness-decoder-zxing")
        .replacing("@PER_MILLE@", with: "\(perMille)").replacing("@SYMPTOM@", with: symptom)
        .replacing("@NARROWER_THAN@", with: "\(width)")
        .replacing("@FICKLE@", with: fickle).replacing("@SALT@", with: "\(salt)")
        .replacing("@SEED@", with: "\(SeededGenerator.testSeed)"))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    return file
  }
}
