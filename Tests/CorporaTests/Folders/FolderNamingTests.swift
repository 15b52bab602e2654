import DecoderKit
import Testing

@Suite struct FolderNamingTests {
  @Test(
    arguments: [
      ("qrcode-2", .qrCode), ("ean13-1", .ean13), ("EAN 13", .ean13), ("ean-8_3", .ean8),
      ("rss14-2", .dataBar), ("rssexpanded-3", .dataBarExpanded), ("upce-2", .upcE),
      ("upc_a", .upcA), ("multi-qrcode-1", .qrCode), ("microqrcode-1", .microQRCode),
      ("micro-qr-1", .microQRCode), ("datamatrix-1", .dataMatrix), ("DataMatrix2", .dataMatrix),
      ("my_data-matrix photos", .dataMatrix), ("code128-1", .code128), ("gs1-128", .gs1_128),
      ("itf-1", .itf), ("itf-14", .itf14), ("code 3 of 9", .code39), ("pdf417-1", .pdf417),
      ("codabar-1", .codabar), ("aztec-1", .aztec), ("maxicode", .maxiCode),
      ("databar-expanded-stacked", .dataBarExpandedStacked), ("qrcode/night/2", .qrCode),
      ("qrcode/aztec", .aztec),
      // ZXing's and zxing-cpp's black-box folders, with the formats that their tests expect.
      ("rss14stacked-1", .dataBarStacked), ("rsslimited-1", .dataBarLimited),
      ("rssexpandedstacked-1", .dataBarExpandedStacked),
      ("rssexpandedstacked-2", .dataBarExpandedStacked), ("upcean-extension-1", .ean13),
      ("ean13-extension-1", .ean13), ("upca-extension-1", .upcA), ("code39extended-2", .code39),
      ("code39-3", .code39), ("code93-1", .code93), ("imb-1", .uspsIntelligentMail),
      ("rmqrcode-1", .rMQRCode), ("micropdf417-1", .microPDF417), ("databar-1", .dataBar),
      ("databarexpstk-1", .dataBarExpandedStacked), ("databarltd-1", .dataBarLimited),
      // BoofCV's, OpenCV's and other people's.
      ("qrcodes", .qrCode), ("qrcodes_v3/detection/bright_spots", .qrCode),
      ("microqr", .microQRCode), ("aztecs", .aztec), ("QRCodes", .qrCode),
      ("dm.ecc200", .dataMatrix),
      ("DataMatrixPhotos", .dataMatrix), ("EAN13Images", .ean13), ("ean13images", .ean13),
      ("multiqrcode", .qrCode), ("blurredqrcodes3", .qrCode), ("microqrcodes", .microQRCode),
      ("rss.expanded.stacked_07", .dataBarExpandedStacked), ("UPC-A 2", .upcA), ("upce2", .upcE),
      ("1_qr_code", .qrCode), ("GS1.DataBar-Limited", .dataBarLimited),
    ] as [(String, Symbology)])
  func namesOfFoldersSayTheirSymbology(name: String, symbology: Symbology) throws {
    #expect(try loaded(name) == symbology)
  }

  @Test(
    arguments: [
      "photos-3", "128", "qr-and-aztec", "qrcode/ean13-or-ean8", "写真", "squares", "barcode128",
      "barcode-39", "planetarium", "code1281", "rssexpandedstaked", "ean13upca", "multi-1",
      "partial", "unsupported",
      "dxfilmedge-1", "decoders", "upcean",
    ])
  func otherNamesSayNone(name: String) throws {
    #expect(try loaded(name) == nil)
  }

  private func loaded(_ name: String) throws -> Symbology? {
    let folder = try PhotoFolder()
    try folder.addImage("\(name)/a.png")
    return try folder.load().groups.first?.symbology
  }

  @Test(
    arguments: [
      ("qrcoed-1", .qrCode), ("datamatrx", .dataMatrix),
      ("rssexpandedstaked", .dataBarExpandedStacked),
      ("pdf471-2", .pdf417), ("warehouse", nil), ("codes", nil),
    ] as [(String, Symbology?)])
  func aNameThatIsNearlyASymbologyIsToldWithTheOneThatIsMeant(
    name: String, symbology: Symbology?
  ) throws {
    let folder = try PhotoFolder()
    try folder.addImages("\(name)/a.png", "qrcode/b.png", "\(name)-2/c.png")
    try folder.write("data", to: "\(name)/a.txt")
    try folder.write("data", to: "qrcode/b.txt")
    let warnings = try folder.load().warnings
    #expect(
      warnings == [
        .groupsWithoutSymbology([.init(group: name, suggestion: symbology)]),
        .groupWithoutTruth("\(name)-2"),
      ])
    let text = try #require(warnings.first?.description)
    #expect(text.hasPrefix("\"\(name)\""))
    #expect(text.contains("did you mean \"\(symbology?.rawValue ?? "")\"") == (symbology != nil))
  }

  @Test func groupsHaveDifferentNamesByTheRule() throws {
    let folder = try PhotoFolder()
    for name in ["", "A B", "a b", "a-b", "a/b", "photos", "写真", "日記", "#", "--Ä--x"] {
      try folder.addImage("\(name)/i.png")
    }
    let groups = try folder.load().groups
    #expect(
      groups.map { "\($0.folder) \($0.name)" } == [
        " photos", "# folder", "--Ä--x x", "A B a-b-2", "a b a-b-3", "a-b a-b", "a/b a-b-4",
        "photos photos-2", "写真 folder-2", "日記 folder-3",
      ])
  }
}
