import Foundation
import Reporting
import Testing

@testable import RunFixtures

/// Contrasts of the page's colours, computed as WCAG 2.2 does.
@Suite struct PaletteTests {
  private static func luminance(_ hex: String) throws -> Double {
    let value = try #require(Int(hex.dropFirst(), radix: 16))
    let channels = [value >> 16, value >> 8 & 255, value & 255].map { channel in
      let share = Double(channel) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }

  private static func contrast(_ a: String, _ b: String) throws -> Double {
    let (x, y) = try (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  private func basic(_ name: String) throws -> Palette.Shade {
    try #require(Palette.basics.first { $0.name == name })
  }

  @Test func theTextbookValuesCome() throws {
    #expect(try Self.contrast("#000000", "#ffffff") == 21)
    #expect(abs(try Self.contrast("#777777", "#ffffff") - 4.48) < 0.01)
  }

  @Test func textStandsOutFromEveryPaper() throws {
    for paper in ["paper", "raised", "sunken"] {
      for ink in ["ink", "soft", "link", "good", "bad"] {
        let (a, b) = try (basic(ink), basic(paper))
        #expect(try Self.contrast(a.light, b.light) >= 4.5, "\(ink) on \(paper), light")
        #expect(try Self.contrast(a.dark, b.dark) >= 4.5, "\(ink) on \(paper), dark")
      }
    }
    // The hint has the page's colours exchanged.
    #expect(try Self.contrast(basic("paper").light, basic("ink").light) >= 4.5)
  }

  @Test func marksStandOutFromThePaper() throws {
    let paper = try basic("paper")
    for shade in Palette.series + [try basic("strong-rule")] {
      #expect(try Self.contrast(shade.light, paper.light) >= 3, "\(shade.name), light")
      #expect(try Self.contrast(shade.dark, paper.dark) >= 3, "\(shade.name), dark")
    }
  }

  @Test func numbersStandOutFromTheMap() throws {
    for (step, shades) in Palette.heat.enumerated() {
      #expect(try Self.contrast(shades.ink.light, shades.paper.light) >= 4.5, "\(step), light")
      #expect(try Self.contrast(shades.ink.dark, shades.paper.dark) >= 4.5, "\(step), dark")
    }
  }

  @Test func theMapGetsDarkerStepByStepOnALightPageAndLighterOnADarkOne() throws {
    let light = try Palette.heat.map { try Self.luminance($0.paper.light) }
    let dark = try Palette.heat.dropFirst(2).map { try Self.luminance($0.paper.dark) }
    #expect(light == light.sorted(by: >))
    #expect(dark == dark.sorted())
  }

  @Test func everyColourIsInThePage() throws {
    let style = try PageFixture.page(.realistic).2.all("style").map(\.text).joined()
    for shade in Palette.all {
      #expect(style.contains("--\(shade.name):\(shade.light)"))
      #expect(style.contains("--\(shade.name):\(shade.dark)"))
    }
    // And every colour that the style sheet asks for is defined.
    for use in style.split(separator: "var(--").dropFirst() {
      let name = String(use.prefix { $0 != ")" })
      #expect(name == "c" || Palette.all.contains { $0.name == name }, "\(name)")
    }
  }
}
