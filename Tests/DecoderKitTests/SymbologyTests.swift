import DecoderKit
import Testing

struct SymbologyTests {
  @Test(arguments: Symbology.allCases)
  func everyNameItPrintsReadsBack(symbology: Symbology) {
    for name in [symbology.rawValue, symbology.description] {
      for spelling in [
        name, name.uppercased(), name.lowercased(),
        name.replacing("-", with: "_"), name.replacing("-", with: " "),
        name.replacing(" ", with: "").replacing("-", with: ""),
      ] {
        #expect(Symbology(parsing: spelling) == symbology, "\(spelling)")
      }
    }
  }

  @Test func noTwoSymbologiesShareAName() {
    let names = Symbology.allCases.flatMap { symbology in
      Set(
        [symbology.rawValue, symbology.description].map { name in
          name.lowercased().filter { $0.isLetter || $0.isNumber }
        })
    }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: [
    ("QRCode", Symbology.qrCode), ("QR_CODE", .qrCode), ("qr", .qrCode),
    ("DATAMATRIX", .dataMatrix),
    ("EAN_13", .ean13), ("jan13", .ean13), ("UPC_A", .upcA), ("Interleaved 2 of 5", .itf),
    ("I2/5", .itf), ("RSS-14", .dataBar), ("GS1 DataBar", .dataBar), ("UCC/EAN-128", .gs1_128),
    ("CODE_128", .code128), ("NW7", .codabar), ("Code 3 of 9", .code39),
    ("MicroQRCode", .microQRCode),
  ])
  func theFieldsUsualSpellingsAreUnderstood(spelling: String, symbology: Symbology) {
    #expect(Symbology(parsing: spelling) == symbology)
  }

  @Test(arguments: ["", "-", "ean31", "qr code 2", "all"])
  func otherNamesAreNoSymbology(name: String) {
    #expect(Symbology(parsing: name) == nil)
  }

  @Test func aCarrierCarriesItself() {
    for symbology in Symbology.allCases {
      #expect(symbology.carrier.carrier == symbology.carrier)
    }
    #expect(Symbology.gs1_128.carrier == .code128)
  }
}
