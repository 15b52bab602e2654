/// ITF's digits, which come in pairs.
enum ITFData {
  static func forms(of form: Form) -> [Form] {
    guard !form.bytes.isEmpty, Digits.areAll(form.bytes) else { return [form] }
    if form.bytes.count % 2 == 1 {
      return [form, form.simplified(to: [Digits.zero] + form.bytes, by: .itfLeadingZero)]
    }
    // What is left has an odd number of digits, so that no shorter symbol can be meant.
    guard Digits.endInCheckDigit(form.bytes) else { return [form] }
    return [form, form.simplified(to: form.bytes.dropLast(), by: .itfCheck)]
  }
}
