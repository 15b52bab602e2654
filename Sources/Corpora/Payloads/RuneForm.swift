/// A number from 0 to 255 in three digits.
struct RuneForm: PayloadForm {
  let rule = PayloadLengthRule(only: 3)

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    let digits = String(generator.below(256))
    return Array((String(repeating: "0", count: count - digits.utf8.count) + digits).utf8)
  }
}
