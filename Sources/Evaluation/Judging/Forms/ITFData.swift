/// ITF data: digits, encoded in pairs.
enum ITFData {
  static func forms(of form: Form) -> [Form] {
    guard !form.bytes.isEmpty, Digits.areAll(form.bytes) else { return [form] }
    if form.bytes.count % 2 == 1 {
      return [form, form.simplified(to: [Digits.zero] + form.bytes, by: .itfLeadingZero)]
    }
    // The rest has an odd number of digits, so no shorter symbol can be meant.
    guard Digits.endInCheckDigit(form.bytes) else { return [form] }
    return [form, form.simplified(to: form.bytes.dropLast(), by: .itfCheck)]
  }
}
