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

  @Test(arguments: [
    ("zbar,zxing", ["zbar", "zxing"]),
    ("zbar,zxing:a=1,b=2,dmtx", ["zbar", "zxing:a=1,b=2", "dmtx"]),
    ("zxing:a=1,fast=zxing:b=2,dmtx", ["zxing:a=1", "fast=zxing:b=2", "dmtx"]),
    ("any:zxing:a=1,b=2+zbar:c=3,zbar", ["any:zxing:a=1,b=2+zbar:c=3", "zbar"]),
  ])
  func commasStandBetweenDecodersAndBetweenTheOptionsOfOne(text: String, parts: [String]) throws {
    #expect(
      try DecoderReference.list(parsing: text) == parts.map { try DecoderReference(parsing: $0) })
  }

  @Test func nothingBetweenCommasIsNoDecoder() {
    #expect(throws: PluginError.self) { try DecoderReference.list(parsing: "zbar,,zxing") }
  }

  @Test(arguments: [
    "toy@2.1.0", "toy@2.1.0:a=1@x,b=2", "toy@2.1.0@symbologies", "toy@3.0.0rc1:a=1@none@filter",
    "any:zbar+toy@2.1.0", "any:toy@1.0+toy@2.0@symbologies",
  ])
  func aReleaseStandsBehindTheName(text: String) throws {
    let reference = try DecoderReference(parsing: text)
    #expect(reference.description == text)
    let toy = reference.members.last ?? reference
    #expect(toy.name == "toy" && toy.release != nil)
    #expect(try DecoderReference(parsing: "old=" + text).description == text)
  }

  @Test func aReleaseIsNoHint() throws {
    #expect(try DecoderReference(parsing: "toy@2").hints == nil)
    #expect(try DecoderReference(parsing: "toy@none").release == nil)
    let error = #expect(throws: PluginError.self) { try DecoderReference(parsing: "toy@2/0") }
    #expect(error?.message.contains("is not the number of a release") == true)
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

  @Test func aLabelIsKeptBesideTheCanonicalSpelling() throws {
    let fast = try DecoderReference(parsing: "fast=zxing:b=2,a=1=x")
    #expect(fast.label == "fast" && fast.name == "zxing")
    #expect(fast.options == ["a": "1=x", "b": "2"])
    #expect(fast.displayName == "fast" && fast.description == "zxing:a=1=x,b=2")
    let chain = try DecoderReference(parsing: "both=any:zbar+zxing:a=1")
    #expect(chain.label == "both" && chain.description == "any:zbar+zxing:a=1")
    #expect(try DecoderReference(parsing: "zxing:a=1").label == nil)
    #expect(try DecoderReference(parsing: "zxing").displayName == "zxing")
  }

  @Test(arguments: [
    ("=zbar", "cannot be a label"), ("all=zbar", "cannot be a label"),
    ("any=zbar", "cannot be a label"), ("-x=zbar", "cannot be a label"),
    ("a b=zbar", "cannot be a label"), ("é=zbar", "cannot be a label"),
    ("twenty-five-characters-xx=zbar", "up to 24 letters"),
    ("fast=", "does not name a decoder"), ("any:a=zbar+zxing", "labels a member of a chain"),
    ("", "does not name a decoder"), (":a=1", "does not name a decoder"),
    ("./zbar", "does not name a decoder"), ("zbar:fast", "\"fast\" in \"zbar:fast\" is not a"),
    ("zbar:=1", "is not a setting"),
    ("any:zbar", "is not a chain of decoders"), ("any", "does not name a decoder"),
    ("any:zbar+zbar", "names one decoder twice"),
    ("any:zbar+any:a+b", "is not a chain of decoders"),
    ("zbar:a=1,a=2", "sets \"a\" twice"),
  ])
  func whatIsNoReferenceIsRefusedWithAReason(text: String, reason: String) {
    let error = #expect(throws: PluginError.self) { try DecoderReference(parsing: text) }
    #expect(error?.code == .badReference)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }
}
