import Base
import Statistics

extension YAMLNode {
  /// Refuses a file of another version. Later formats may have other keys, so that the version is
  /// checked before anything else.
  ///
  /// - Parameters:
  ///   - format: The version that this harness reads.
  ///   - kind: The file's kind in errors: `corpus`.
  ///   - keys: The keys of such a file.
  func checkFormat(_ format: Int, of kind: String, keys: [String]) throws(FileFault) {
    guard isMapping else {
      throw error("a \(kind) is a mapping with the keys \(keys.joined(separator: ", "))")
    }
    guard let version = child("format") else {
      throw error(
        "the \(kind) has no \"format\": its first line should be \"format: \(format)\"")
    }
    let number = try version.integer(in: 1...Int.max)
    guard number == format else {
      throw version.error(
        "this is format \(number), and this harness reads format \(format): use a newer harness")
    }
  }

  /// Reads the part as a name that keys and paths can be made of.
  func name() throws(FileFault) -> String {
    let name = try text()
    guard CorpusName.isValid(name) else {
      throw error("\"\(name)\" is not a name: names are \(CorpusName.rule)")
    }
    return name
  }

  /// Reads the part as a decimal number.
  func decimal() throws(FileFault) -> DecimalNumber {
    let wanted = "a decimal number such as 1.37"
    let text = try plainScalar(wanted)
    guard let number = DecimalNumber(parsing: text) else {
      throw error("\(label) is \(text), not \(wanted)")
    }
    guard number.text == text else {
      throw error("\(label) is \(text): write \(number.text), the shortest spelling")
    }
    return number
  }
}
