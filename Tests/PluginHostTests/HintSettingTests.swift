import DecoderKit
import PluginHost
import Testing

@Suite struct HintSettingTests {
  @Test(arguments: [
    ("none", HintSetting.none, "none"), ("symbologies", .symbologies, "symbologies"),
    ("formats:qr-code", .formats([.qrCode]), "formats:qr-code"),
    ("formats:QR Code+EAN13", .formats([.ean13, .qrCode]), "formats:ean-13+qr-code"),
  ])
  func aSettingIsReadAndSpelledInOneWay(
    text: String, setting: HintSetting, canonical: String
  ) throws {
    #expect(try HintSetting(parsing: text) == setting)
    #expect(setting.description == canonical)
    #expect(try HintSetting(parsing: canonical) == setting)
  }

  @Test(arguments: [
    ("symbology", "\"symbology\" is no hint. Did you mean \"symbologies\"? Write none, "),
    ("", "\"\" is no hint. Write none, symbologies (those in the image) or formats:qr-code"),
    ("none:x", "\"none:x\" is no hint."), ("formats", "\"formats\" is no hint."),
    ("formats:", "\"formats:\" lacks a symbology; write formats:"),
    ("formats:qr-code+", "\"formats:qr-code+\" lacks a symbology"),
    ("formats:qr-cod", "unknown symbology \"qr-cod\" in \"formats:qr-cod\". Did you mean"),
  ])
  func whatIsNoHintIsRefusedWithWhatWouldBeRight(text: String, message: String) {
    let error = #expect(throws: PluginError.self) { try HintSetting(parsing: text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.isUsageError == true)
  }

  @Test func aListHasEachSettingOnce() throws {
    #expect(
      try HintSetting.list(parsing: "none,symbologies,formats:qr-code+ean-13")
        == [.none, .symbologies, .formats([.qrCode, .ean13])])
    for text in ["none,none", "formats:qr-code+ean-13,formats:ean-13+qr-code"] {
      let error = #expect(throws: PluginError.self) { try HintSetting.list(parsing: text) }
      #expect(error?.message.contains("given twice") == true)
    }
  }

  @Test func aHintStandsBehindADecoderItsOptionsAndAChain() throws {
    let restricted = try DecoderReference(parsing: "zxing:b=2,a=1@formats:qr-code+ean-13")
    #expect(restricted.hints == .formats([.ean13, .qrCode]))
    #expect(restricted.unhinted == "zxing:a=1,b=2" && restricted.options.count == 2)
    #expect(restricted.description == "zxing:a=1,b=2@formats:ean-13+qr-code")
    #expect(try DecoderReference(parsing: restricted.description) == restricted)
    let named = try DecoderReference(parsing: "fast=zxing@symbologies")
    #expect(named.label == "fast" && named.displayName == "fast@symbologies")
    let chain = try DecoderReference(parsing: "any:zbar+zxing@symbologies")
    #expect(chain.members.count == 2 && chain.hints == .symbologies)
    #expect(try DecoderReference(parsing: "zxing").hints == nil)
    let error = #expect(throws: PluginError.self) { try DecoderReference(parsing: "zxing@fast") }
    #expect(error?.message.contains("\"fast\" is neither a hint") == true)
  }

  @Test func anAtInAnOptionIsNoHint() throws {
    let plain = try DecoderReference(parsing: "mydecoder:server=user@host")
    #expect(plain.options == ["server": "user@host"] && plain.hints == nil)
    #expect(try DecoderReference(parsing: plain.description) == plain)
    let hinted = try DecoderReference(parsing: "mydecoder:server=user@host@symbologies")
    #expect(hinted.options == plain.options && hinted.hints == .symbologies)
    let typo = #expect(throws: PluginError.self) {
      try DecoderReference(parsing: "a:b=c@formats:qr-cod")
    }
    #expect(typo?.message.contains("unknown symbology \"qr-cod\"") == true)
    let member = #expect(throws: PluginError.self) {
      try DecoderReference(parsing: "any:zbar@none+zxing")
    }
    #expect(member?.message.contains("gives a hint to a member of a chain") == true)
  }
}
