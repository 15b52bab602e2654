import DecoderKit
import Scanning
import Values

extension ScanRecord {
  /// A part of a value.
  package struct Field: Encodable {
    let name: String
    let value: String
  }
}

/// Facts about a symbol's data besides its bytes, as `scan.schema.json` lays it out.
package struct DataRecord: Encodable {
  let charset: String?
  let charsetEvidence: CharsetEvidence?
  let symbologyIdentifier: String?
  let eci: [AnnouncedInterpretation]?
  let lost: [String]
  let doubts: [String]
  let faults: [Fault]

  init(_ reading: Reading) {
    let read = ReadValue(reading)
    charset = read.value.text?.charset
    charsetEvidence = read.value.text?.evidence
    symbologyIdentifier = reading.facts.identifier?.description
    eci = reading.facts.interpretations
    lost = ReadingLoss.words(reading.facts.losses)
    doubts = read.doubts.map(\.code)
    faults = Fault.all(of: read.value)
  }

  /// A rule of its own kind that the data break.
  package struct Fault: Encodable {
    let identifier: String?
    let rule: String

    static func all(of value: BarcodeValue) -> [Fault] {
      switch value.content {
      case .product(let product) where !product.isCheckDigitValid:
        [Fault(identifier: nil, rule: "csum")]
      case .publication(let number) where !number.isCheckDigitValid:
        [Fault(identifier: nil, rule: "csum")]
      case .url(let link): link.digitalLink.map(all) ?? []
      case .gs1(let message): all(of: message)
      default: []
      }
    }

    private static func all(of message: GS1Message) -> [Fault] {
      (message.elements.flatMap(\.problems) + message.problems).map(Fault.init)
        + (message.rest.isEmpty ? [] : [Fault(identifier: nil, rule: "no-element-string")])
    }
  }
}

extension DataRecord.Fault {
  fileprivate init(_ problem: GS1Problem) {
    identifier = problem.identifier
    rule =
      switch problem.code {
      case .wrongLength: "length"
      case .wrongCharacters: "characters"
      case .failedCheck(let check): check.rawValue
      case .requires: "requires"
      case .excludes: "excludes"
      }
  }
}
