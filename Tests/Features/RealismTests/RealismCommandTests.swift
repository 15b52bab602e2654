import Foundation
import TestSupport
import Testing

/// `harness realism` as people use it, over "photos" that were drawn.
@Suite struct RealismCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for (name, seed) in [("drawn", 1), ("shots", 2)] {
      try scratch.corpus(
        name, seed: seed,
        """
        symbols:
          - {name: qr, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 10}}
        conditions: [{name: any, blur: {random: [0, 1]}, read-noise: {random: [0, 6]}}]
        sweep: {axis: module-size, levels: [0.8, 1, 1.2, 1.5, 2, 3, 4]}
        trials: \(name == "drawn" ? 16 : 3)
        """)
    }
  }

  private func run(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  @Test func photosAreForecastFromDrawnSamplesAndTheSiteLinksThePage() async throws {
    let render = try await run(["corpus", "render", "./shots.yaml", "--output", "shots/qrcode"])
    #expect(render.status == 0, "\(render.errors)")
    try scratch.file("shots/qrcode/torn.png", "no image")
    try scratch.file("shots/qrcode/torn.txt", "1")
    let arguments = [
      "realism", "shots", "--corpus", "./drawn.yaml", "--decoder", "zxing", "-o",
      "reports/calibration",
    ]
    let first = try await run(arguments)
    #expect(first.status == 0, "\(first.errors)")
    let words = first.output.replacing(/\s+/, with: " ")
    #expect(words.contains("1 that could not be read"), "\(first.output)")
    #expect(first.output.contains("skill"))
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: scratch.path + "/reports/calibration/calibration.json")))
    let document = try #require(json as? [String: Any])
    let decoder = try #require((document["decoders"] as? [[String: Any]])?.first)
    let score = try #require(decoder["score"] as? [String: Any])
    #expect(try #require(score["skill"] as? Double) > 0.2, "\(score)")
    #expect((document["symbols"] as? [Any])?.count == 21)

    // Nothing is decoded or measured again, and the same samples give the same figures.
    let second = try await run(arguments)
    #expect(second.output == first.output)
    #expect(first.errors.contains("measuring drawn") && first.errors.contains("measuring shots"))
    #expect(!second.errors.contains("measuring"), "\(second.errors)")

    // A photo less: the photos are measured anew, the drawn samples are not.
    let gone = try #require(
      scratch.names(in: "shots/qrcode").first { $0.hasSuffix(".png") && $0 != "torn.png" })
    try FileManager.default.removeItem(atPath: scratch.path + "/shots/qrcode/" + gone)
    let third = try await run(arguments)
    #expect(third.errors.contains("measuring shots") && !third.errors.contains("measuring drawn"))
    #expect(third.output != first.output)

    let site = try await run(["report", "--site", "--no-decoders", "-o", "site"])
    #expect(site.status == 0, "\(site.errors)")
    #expect(scratch.names(in: "site").contains("calibration.html"))
  }

  @Test func theNumberOfJobsChangesNoFigure() async throws {
    let render = try await run(["corpus", "render", "./shots.yaml", "--output", "shots/qrcode"])
    #expect(render.status == 0, "\(render.errors)")
    var outputs: [String] = []
    for jobs in ["1", "3"] {
      let run = try await run([
        "realism", "shots", "--corpus", "./drawn.yaml", "--decoder", "zxing", "--jobs", jobs, "-o",
        "reports/\(jobs)",
      ])
      #expect(run.status == 0 && run.errors.contains("measuring shots"), "\(run.errors)")
      outputs.append(run.output.replacing("reports/\(jobs)", with: "reports"))
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test func whatCannotBeUsedIsSaid() async throws {
    for folder in ["empty", "unknown"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: false)
    }
    try scratch.file("empty/readme.md", "nothing")
    try scratch.file("unknown/a.pgm", "P5\n1 1\n255\nA")
    let cases: [([String], Int32, String)] = [
      ([], 64, "Missing expected argument"),
      (["nowhere"], 2, "there is no such folder"),
      (["empty"], 2, "image"),
      (["unknown", "--corpus", "./drawn.yaml"], 64, "no photo has a symbol whose data is known"),
      (["unknown", "--corpus", "unknown"], 64, "is not a drawn corpus"),
      (["unknown", "--decoder", "zbra"], 64, "zbar"),
      (["unknown", "--trials", "0"], 64, "--trials is a number"),
    ]
    for (arguments, status, message) in cases {
      let run = try await run(["realism"] + arguments)
      #expect(run.status == status, "\(arguments): \(run.errors)")
      #expect(run.errors.contains(message), "\(arguments): \(run.errors)")
    }
  }
}
