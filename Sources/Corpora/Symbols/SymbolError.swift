/// An error that prevents a symbol from being encoded as asked.
public enum SymbolError: Error, Equatable, CustomStringConvertible {
  /// The payload does not fit; `into` describes in words the symbol that was asked for.
  case tooLong(bytes: Int, into: String)
  /// The encoder refused with this message.
  case refused(String)
  /// The encoder made something other than what was asked for.
  case notAsAsked(wanted: String, got: String)

  public var description: String {
    switch self {
    case .tooLong(let bytes, let target): "a payload of \(bytes) bytes does not fit \(target)"
    case .refused(let message): "the encoder refused: \(message)"
    case .notAsAsked(let wanted, let got): "the encoder made \(got) where \(wanted) was asked for"
    }
  }
}
