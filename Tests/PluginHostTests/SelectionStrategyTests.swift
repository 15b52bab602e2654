import PluginHost
import Testing

@Suite struct SelectionStrategyTests {
  @Test func aWayToSelectStandsBehindDecoderAndHint() throws {
    let plain = try DecoderReference(parsing: "zxing@filter+gauge")
    #expect(plain.selection == .filterGauge && plain.hints == nil && plain.name == "zxing")
    let both = try DecoderReference(parsing: "fast=zxing:a=b@formats:qr-code+ean-13@crop+filter")
    #expect(both.selection == .cropFilter && both.hints == .formats([.qrCode, .ean13]))
    #expect(both.unhinted == "zxing:a=b")
    #expect(both.displayName == "fast@formats:ean-13+qr-code@crop+filter")
    #expect(try DecoderReference(parsing: both.description).description == both.description)
    let chain = try DecoderReference(parsing: "any:zbar+zxing@filter")
    #expect(chain.selection == .filter && chain.members.count == 2)
    // "none" behind a decoder is the hint.
    #expect(try DecoderReference(parsing: "zxing@none").hints == HintSetting.none)
    let option = try DecoderReference(parsing: "d:server=user@crops")
    #expect(option.selection == nil && option.options == ["server": "user@crops"])
  }

  @Test(arguments: [
    ("zxing@filtre", "\"filtre\" is neither a hint nor a way to select. Did you mean \"filter\"?"),
    ("any:zbar@crop+zxing", "gives a hint"),
  ])
  func whatIsNeitherIsRefused(text: String, message: String) {
    let error = #expect(throws: PluginError.self) { try DecoderReference(parsing: text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func aListHasEachWayOnce() throws {
    #expect(
      try SelectionStrategy.list(parsing: "none,crop,crop+filter+gauge")
        == [.none, .crop, .cropFilterGauge])
    for (text, message) in [
      ("crop,crop", "given twice"), ("crop+gauge", "\"crop+gauge\" is not a way to select."),
      ("", "is not a way to select"),
    ] {
      let error = #expect(throws: PluginError.self) { try SelectionStrategy.list(parsing: text) }
      #expect(error?.message.contains(message) == true && error?.isUsageError == true)
    }
  }
}
