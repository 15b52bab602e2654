import DecoderKit
import Testing

struct DecoderOptionsTests {
  private let identity = DecoderIdentity(
    name: "toy", summary: "", library: "l", version: "1", symbologies: [.qrCode],
    options: [
      .flag("try-harder", default: false, "Looks longer."),
      .integer("density", default: 1, in: 1...8, "Scan lines."),
      .choice("binarizer", default: "local", of: ["local", "global"], "How to threshold."),
    ],
    profiles: [
      DecoderProfile(
        name: "tuned", summary: "", settings: ["try-harder": "yes", "density": "3"])
    ])

  @Test func nothingAskedForMeansTheDefaults() throws {
    let options = try DecoderOptions(resolving: [:], for: identity)
    #expect(options.values == ["try-harder": "false", "density": "1", "binarizer": "local"])
    #expect(!options.flag("try-harder"))
    #expect(options.integer("density") == 1)
    #expect(options.choice("binarizer") == "local")
    #expect(try DecoderOptions(resolving: ["profile": "default"], for: identity) == options)
  }

  @Test func explicitValuesWinOverTheProfiles() throws {
    let options = try DecoderOptions(
      resolving: ["profile": "tuned", "density": "08"], for: identity)
    #expect(options.values == ["try-harder": "true", "density": "8", "binarizer": "local"])
  }

  @Test func spellingsOfAValueAreOneValue() throws {
    for (value, canonical) in [("YES", "true"), ("on", "true"), ("1", "true"), ("Off", "false")] {
      let options = try DecoderOptions(resolving: ["try-harder": value], for: identity)
      #expect(options.values["try-harder"] == canonical)
    }
  }

  @Test(arguments: [
    (
      ["try-hard": "1"],
      "decoder \"toy\" has no option \"try-hard\". Did you mean \"try-harder\"? "
        + "Its options: try-harder, density, binarizer, profile."
    ),
    (
      ["profil": "tuned"],
      "decoder \"toy\" has no option \"profil\". Did you mean \"profile\"? "
        + "Its options: try-harder, density, binarizer, profile."
    ),
    (
      ["profile": "tunde"],
      "decoder \"toy\" has no profile \"tunde\". Did you mean \"tuned\"? "
        + "Its profiles: default, tuned."
    ),
    (
      ["density": "9"],
      "decoder \"toy\": option \"density\" cannot be \"9\"; it takes a whole number from 1 to 8."
    ),
    (
      ["try-harder": "maybe"],
      "decoder \"toy\": option \"try-harder\" cannot be \"maybe\"; it takes true or false."
    ),
    (
      ["binarizer": "Local"],
      "decoder \"toy\": option \"binarizer\" cannot be \"Local\"; it takes one of local, global."
        + " Did you mean \"local\"?"
    ),
  ])
  func whatDoesNotFitIsSaidInASentence(asked: [String: String], sentence: String) {
    let error = #expect(throws: OptionError.self) {
      try DecoderOptions(resolving: asked, for: identity)
    }
    #expect(error?.description == sentence)
  }

  @Test func aDecoderWithoutOptionsSaysSo() {
    let plain = DecoderIdentity(
      name: "plain", summary: "", library: "l", version: "1", symbologies: [])
    let error = #expect(throws: OptionError.self) {
      try DecoderOptions(resolving: ["a": "1"], for: plain)
    }
    #expect(error?.description == "decoder \"plain\" has no option \"a\". It has no options.")
  }
}
