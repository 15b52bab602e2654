/// An error in a JSON file as a sentence for the person who edited it.
enum DecodingErrorText {
  static func sentence(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(place(context.codingPath)) lacks \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context.codingPath)) is of the wrong kind: \(context.debugDescription)"
    case .dataCorrupted(let context):
      "\(place(context.codingPath)) cannot be read: \(reason(context))"
    @unknown default: "it cannot be read: \(error)"
    }
  }

  /// The path in the usual notation: `decoders[0].groups[1]`.
  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "the file" }
    return path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }

  /// The reason with the underlying error, in which Foundation says where the JSON syntax is wrong.
  private static func reason(_ context: DecodingError.Context) -> String {
    guard let inner = context.underlyingError else { return context.debugDescription }
    return "\(context.debugDescription) (\(inner))"
  }
}
