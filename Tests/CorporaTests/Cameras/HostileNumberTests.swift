import Base
import Foundation
import Optics
import TestSupport
import Testing

/// Numbers of camera files that no camera has: each is an error with its line, and none ends the harness.
@Suite(.waits) struct HostileNumberTests {
  private static let numbers = [
    "0", "-0", "-1", "-1e300", "1e300", "1e-300", "1e999", "nan", ".nan", ".inf", "-.inf", "inf",
    "9223372036854775807", "9223372036854775808", "99999999999999999999999", "0x7fffffff", "1e9",
    "4294967296",
  ]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Corpora/Cameras").path

  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted(by: >)

  @Test(arguments: Proof.all(files, orFirst: 3))
  func everyNumberIsReadWithinItsBoundsOrRefused(file: String) throws {
    let yaml = try String(contentsOfFile: Self.folder + "/" + file, encoding: .utf8)
    _ = try CameraModel(yaml: yaml, file: file)
    for line in yaml.split(separator: "\n").filter({ !$0.hasPrefix("#") && !$0.hasPrefix("title") })
    {
      let shown = line.prefix { $0 != "\"" }
      for match in shown.matches(of: /[0-9]+(\.[0-9]+)?/) {
        for number in Self.numbers {
          let changed = line.replacingCharacters(in: match.range, with: number)
          let hostile = yaml.replacingOccurrences(of: String(line), with: changed)
          examine(hostile, file: file)
        }
      }
    }
  }

  /// Reads a camera and computes with it what there is to compute, if it is one.
  private func examine(_ yaml: String, file: String) {
    do {
      let camera = try CameraModel(yaml: yaml, file: file)
      for mode in camera.modes {
        guard let view = camera.view(mode.frame) else { continue }
        #expect(view.focalPixels.isFinite && view.focalPixels > 0, "\(yaml)")
      }
    } catch let fault as FileFault {
      #expect(fault.line != nil, "\(fault)")
    } catch {
      Issue.record("\(error)")
    }
  }
}
