extension StringProtocol {
  /// Reads a width and a height as people write them, `1280x720`; `nil` for anything else.
  ///
  /// The letter of pixels separates nothing: `40pxx20px`.
  ///
  /// - Parameter side: Reads one of them.
  package func sides<Side>(_ side: (String) -> Side?) -> (width: Side, height: Side)? {
    let places = indices.filter { place in
      let isOfUnit = self[..<place].last == "p" && self[..<place].dropLast().last?.isNumber == true
      return self[place] == "x" && !isOfUnit
    }
    guard let place = places.first, places.count == 1,
      let width = side(String(self[..<place])),
      let height = side(String(self[index(after: place)...]))
    else { return nil }
    return (width, height)
  }
}
