import PluginHost
import Testing

struct DecoderReferenceTests {
  @Test(arguments: [
    ("zbar", DecoderReference(name: "zbar")),
    ("zxing:", DecoderReference(name: "zxing")),
    ("zxing:profile=tuned", DecoderReference(name: "zxing", options: ["profile": "tuned"])),
    (
      "zxing:b=2,a=1=x,c=",
      DecoderReference(name: "zxing", options: ["a": "1=x", "b": "2", "c": ""])
    ),
  ])
  func aNameAndItsOptionsAreRead(text: String, expected: DecoderReference) throws {
    #expect(try DecoderReference(parsing: text) == expected)
  }

  @Test func itsDescriptionIsCanonicalAndReadsBack() throws {
    let reference = try DecoderReference(parsing: "zxing:b=2,a=1")
    #expect(reference.description == "zxing:a=1,b=2")
    #expect(try DecoderReference(parsing: reference.description) == reference)
  }

  @Test func aTeamIsReadMemberByMember() throws {
    let team = try DecoderReference(parsing: "any:zbar+zxing:profile=tuned,a=1")
    #expect(
      team.members == [
        DecoderReference(name: "zbar"),
        DecoderReference(name: "zxing", options: ["profile": "tuned", "a": "1"]),
      ])
    #expect(team.description == "any:zbar+zxing:a=1,profile=tuned")
    #expect(try DecoderReference(parsing: team.description) == team)
  }

  @Test(arguments: [
    ("", "does not name a decoder"), (":a=1", "does not name a decoder"),
    ("./zbar", "does not name a decoder"), ("zbar:fast", "\"fast\" in \"zbar:fast\" is not a"),
    ("zbar:=1", "is not a setting"),
    ("any:zbar", "is no chain of decoders"), ("any", "does not name a decoder"),
    ("any:zbar+zbar", "asks one decoder twice"), ("any:zbar+any:a+b", "is no chain of decoders"),
    ("zbar:a=1,a=2", "sets \"a\" twice"),
  ])
  func whatIsNoReferenceIsRefusedWithAReason(text: String, reason: String) {
    let error = #expect(throws: PluginError.self) { try DecoderReference(parsing: text) }
    #expect(error?.code == .badReference)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }
}
