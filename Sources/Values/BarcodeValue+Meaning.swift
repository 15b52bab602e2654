extension BarcodeValue {
  /// True if a reader of both values would do the same with them.
  ///
  /// Charsets, byte order marks, escapes, folded lines and blanks around fields do not count, nor do the
  /// bytes. Product numbers are compared with 14 digits, as UPC-A and EAN-13 write one number in two
  /// ways, and element strings without their order. Text is compared by characters (composed and
  /// decomposed umlauts are the same), binary data by their bytes.
  public func isSameMeaning(as other: BarcodeValue) -> Bool {
    switch (content, other.content) {
    case (.product(let own), .product(let other)):
      own.gtin14 == other.gtin14 && own.addOn == other.addOn
    case (.publication(let own), .publication(let other)):
      own.ean13 == other.ean13 && own.addOn == other.addOn
    case (.gs1(let own), .gs1(let other)): own.isSameMeaning(as: other)
    case (.phone(let own), .phone(let other)):
      own.digits == other.digits && own.phoneExtension == other.phoneExtension
        && own.context == other.context
    default: content == other.content
    }
  }
}

extension GS1Message {
  fileprivate func isSameMeaning(as other: GS1Message) -> Bool {
    func counts(_ message: GS1Message) -> [[String]: Int] {
      Dictionary(message.elements.map { ([$0.identifier, $0.data], 1) }, uniquingKeysWith: +)
    }
    return rest == other.rest && counts(self) == counts(other)
  }
}
