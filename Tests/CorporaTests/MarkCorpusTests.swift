import Base
import Corpora
import Drawing
import Foundation
import Testing

/// Marks on parts and worn prints, as corpora ask for them.
@Suite struct MarkCorpusTests {
  @Test func whatCannotBeMarkedIsRefusedWithItsLine() {
    let mistakes = [
      "dots: 1, dot-size: 10": "a value of 10 is not possible: dot-size is between 20 and 150 %",
      "dot-size: 80": "\"dot-size\" says nothing without \"dots\"",
      "dots: 1.5": "a value of 1.5 is not possible: dots is a whole number between 1 and 8",
      "dead-lines: 60": "a value of 60 is not possible: dead-lines is between 0 and 50 %",
      "warp: 1, warp-wavelength: 8":
        "condition \"upright\" cannot be drawn at every level: a warp of 1 modules in waves of 8 would "
        + "fold the grid: up to 0.9 modules do not",
      "dots: 1, hatch: 0.5":
        "condition \"upright\" cannot be drawn at every level: dots and hatch are two ways to fill a "
        + "module: give one of them",
      "dots: 1, bar-growth: 0.1":
        "condition \"upright\" cannot be drawn at every level: bar-growth is of solid modules, and dots "
        + "makes them of dots: leave one out",
      "brushing: 5, curvature: 30":
        "condition \"upright\" cannot be drawn at every level: brushing is drawn on flat surfaces: leave "
        + "the curvature out",
    ]
    for (text, message) in mistakes {
      let error = #expect(throws: FileFault.self) {
        try Fixtures.tiny(replacing: [18: "  - {name: upright, \(text)}"])
      }
      #expect(error?.description == "tiny.yaml:18: \(message)")
    }
  }

  /// A description names the standard's word for a parameter, and none where there is no such word.
  @Test func theSchemaNamesTheStandards() throws {
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(CorpusSchema.text().utf8)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: Any])
    let conditions = try #require(properties["conditions"] as? [String: Any])
    let item = try #require(conditions["items"] as? [String: Any])
    let parameters = try #require(item["properties"] as? [String: [String: Any]])
    for parameter in CameraParameter.allCases {
      let text = try #require(parameters[parameter.rawValue]?["description"] as? String)
      guard let name = parameter.isoName else {
        #expect(!text.contains("In standards"))
        continue
      }
      #expect(text.hasSuffix(" In standards: \(name)."))
      #expect(["15415", "15416", "29158", "AS9132"].contains { name.contains($0) })
    }
  }

  /// A lamp stays where it is while the part is turned: the same side of the image is bright.
  @Test func dentsAreLitFromTheSameSideOfTheImageAtAnyAngle() throws {
    for rotation in ["0", "90", "210"] {
      for mirrored in ["false", "true"] {
        let corpus = try Fixtures.tiny(replacing: [
          18: "  - {name: upright, rotation: \(rotation), mirrored: \(mirrored), dots: 1, "
            + "dot-size: 90, dent-shading: 100, dent-light: 0, paper-reflectance: 50, "
            + "symbol-contrast: 40}"
        ])
        var renderer = SampleRenderer(corpus: corpus)
        let image = try renderer.draw(
          SampleKey(
            corpus: "tiny", recipe: "dm", condition: "upright", level: corpus.sweep.levels[12],
            trial: 0)
        ).image
        // Light from the right: within a dent it gets darker to the right.
        var slope = 0.0
        for y in 0..<image.height {
          for x in 1..<image.width - 1 {
            let step = Double(image[x + 1, y]) - Double(image[x - 1, y])
            // Inside dents the ramp is gentle; at their borders it is steep and the other way.
            if abs(step) < 90 { slope += step }
          }
        }
        #expect(slope < -1000, "\(rotation) \(mirrored) \(slope)")
        #expect(image.pixels.contains { $0 > 150 } && image.pixels.contains { $0 < 60 })
      }
    }
  }

  @Test func marksDifferFromTrialToTrialAndNotFromDrawToDraw() throws {
    for name in ["dpm", "thermal-labels"] {
      let corpus = try Fixtures.shipped(name)
      for group in corpus.groups {
        func image(_ trial: Int) throws -> Sample {
          var renderer = SampleRenderer(corpus: corpus)
          return try renderer.draw(group: group, level: corpus.sweep.levels[3], trial: trial)
        }
        let (first, again, other) = try (image(0), image(0), image(1))
        #expect(first.image.pixels == again.image.pixels && first.hash == again.hash)
        #expect(first.hash != other.hash)
      }
    }
  }
}
