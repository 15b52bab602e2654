/// The 14-digit GTIN in a DataBar symbol of the kinds that hold nothing else.
enum DataBarNumber {
  private static let identifiers = ["01", "(01)", "[01]"].map { Array($0.utf8) }

  static func forms(of form: Form) -> [Form] {
    identifiers.compactMap { identifier in
      guard form.bytes.count == identifier.count + 14, form.bytes.starts(with: identifier),
        Digits.areAll(form.bytes.suffix(14))
      else { return nil }
      return form.simplified(to: Array(form.bytes.suffix(14)), by: .dataBarIdentifier)
    }
  }
}
