/// Why a symbol could not be encoded as asked.
public enum SymbolError: Error, Equatable, CustomStringConvertible {
  /// The payload does not fit; what was asked for is described in words.
  case tooLong(bytes: Int, into: String)
  /// The encoder refused, and this is what it said.
  case refused(String)
  /// The encoder made something else than it was asked for.
  case notAsAsked(wanted: String, got: String)

  public var description: String {
    switch self {
    case .tooLong(let bytes, let target): "a payload of \(bytes) bytes does not fit \(target)"
    case .refused(let message): "the encoder refused: \(message)"
    case .notAsAsked(let wanted, let got): "the encoder made \(got) where \(wanted) was asked for"
    }
  }
}
