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
    ] as [(String, Symbology)])
  func namesOfFoldersSayTheirSymbology(name: String, symbology: Symbology) throws {
    #expect(try loaded(name) == symbology)
  }

  @Test(arguments: ["photos-3", "128", "qr-and-aztec", "qrcode/ean13-or-ean8", "写真", "squares"])
  func otherNamesSayNone(name: String) throws {
    #expect(try loaded(name) == nil)
  }

  private func loaded(_ name: String) throws -> Symbology? {
    let folder = try PhotoFolder()
    try folder.addImage("\(name)/a.png")
    return try folder.load().groups.first?.symbology
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
