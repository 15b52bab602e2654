import DecoderKit
import PluginHost
import Testing

@testable import Tune

@Suite struct OptionSweepTests {
  private let identity = DecoderIdentity(
    name: "d", summary: "A decoder.", library: "lib", version: "1", symbologies: [.qrCode],
    options: [
      .flag("harder", default: true, "Looks harder."),
      .choice("grid", default: "fine", of: ["fine", "coarse", "none"], "What is searched."),
      .integer("density", default: 1, in: 0...8, "Which rows."),
    ],
    profiles: [
      .init(name: "default", summary: "As is.", settings: [:]),
      .init(name: "quick", summary: "Quick.", settings: ["harder": "false"]),
    ])

  private func labels(_ base: String, _ axes: [String]) throws -> [String] {
    try OptionSweep(
      of: DecoderReference(parsing: base), axes: axes.map(OptionSweep.Axis.init(parsing:)),
      identity: identity
    ).references.map(\.description)
  }

  @Test func aNameAloneStandsForAllValues() throws {
    #expect(try labels("d", ["grid"]) == ["d", "d:grid=coarse", "d:grid=none"])
    #expect(try labels("d", ["harder"]) == ["d", "d:harder=false"])
    #expect(try labels("d", ["profile"]) == ["d", "d:profile=quick"])
  }

  @Test func everyCombinationIsThereOnce() throws {
    let all = try labels("d", ["grid", "harder=true,false", "density=1,2,4"])
    #expect(all.count == 3 * 2 * 3)
    #expect(Set(all).count == all.count)
    #expect(all.first == "d")
    // Settings that equal the defaults are the decoder without settings, "d".
    #expect(!all.contains("d:density=1,grid=fine,harder=true"))
    #expect(all.contains("d:density=4,grid=none,harder=false"))
  }

  @Test func spellingsAndProfilesThatComeToTheSameAreOneSetting() throws {
    #expect(try labels("d", ["harder=off,false,no"]) == ["d", "d:harder=off"])
    #expect(
      try labels("d", ["profile", "harder=false"]) == ["d", "d:harder=false,profile=default"])
  }

  @Test func whatIsFixedStaysFixed() throws {
    #expect(
      try labels("d:density=3", ["harder"]) == ["d:density=3", "d:density=3,harder=false"])
    let sweep = try OptionSweep(
      of: DecoderReference(parsing: "d:density=3"), axes: [.init(parsing: "harder")],
      identity: identity)
    #expect(sweep.tuned.base == "d:density=3" && sweep.options == ["harder"])
    #expect(sweep.tuned.value(of: "harder", by: "d:density=3,harder=false") == "false")
    #expect(sweep.tuned.value(of: "harder", by: "d:density=3") == nil)
  }

  @Test(arguments: [
    ("d", ["hrader"], "Did you mean \"harder\"?"),
    ("d", ["grid=fine,rough"], "cannot be \"rough\"; it takes one of fine, coarse, none"),
    ("d", ["density"], "It takes a whole number from 0 to 8; write density=VALUE,VALUE"),
    ("d", ["profile=slow"], "has no profile \"slow\""),
    ("d:harder=true", ["harder"], "given twice"), ("d", ["grid", "grid=none"], "given twice"),
    ("d", ["=1"], "not an option with values"), ("d", ["grid=fine,"], "not an option with values"),
    ("any:d+e", ["grid"], "tune its members one by one"),
    ("d", ["density=0,1,2,3,4,5,6,7,8", "density2"], "no option \"density2\""),
  ])
  func mistakesAreNamed(base: String, axes: [String], words: String) throws {
    let error = #expect(throws: PluginError.self) { try labels(base, axes) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func moreThanAHundredCombinationsAreRefused() throws {
    let many = (0...100).map { _ in "1" }.joined(separator: ",")
    let error = #expect(throws: PluginError.self) { try labels("d", ["density=\(many)"]) }
    #expect(error?.message.contains("more than 100 combinations") == true)
  }
}
