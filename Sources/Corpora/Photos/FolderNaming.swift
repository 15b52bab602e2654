import DecoderKit

/// Derives group names, symbologies and expectations from the names of folders of photos.
enum FolderNaming {
  /// The group of the images that lie directly in the corpus's own folder.
  static let rootGroup = "photos"

  /// Returns a name that follows the rule of ``CorpusName`` and is close to a folder's path.
  static func groupName(of path: String) -> String {
    guard !path.isEmpty else { return rootGroup }
    var name = ""
    for byte in path.utf8 {
      let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
      let character = String(Unicode.Scalar(lower))
      if CorpusName.isValid(character), character != "-" {
        name += character
      } else if !name.isEmpty, !name.hasSuffix("-") {
        name += "-"
      }
    }
    while name.hasSuffix("-") { name.removeLast() }
    return name.isEmpty ? "folder" : name
  }

  /// Returns a different name for each path.
  ///
  /// A path that is already a valid name keeps it. Of the other paths that lead to the same name,
  /// the second in order gets `-2`, and so on.
  static func groupNames(of paths: [String]) -> [String] {
    var owners: [String: String] = [:]
    for path in paths where path.isEmpty || groupName(of: path) == path {
      // The corpus's own folder comes first, before a sub-folder that has the same name as its
      // group.
      let name = groupName(of: path)
      owners[name] = owners[name] ?? path
    }
    var taken = Set(owners.keys)
    return paths.map { path in
      let wanted = groupName(of: path)
      if owners[wanted] == path { return wanted }
      var name = wanted
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(wanted)-\(number)"
        number += 1
      }
      return name
    }
  }

  /// Returns true if a folder's name, or the name of a folder that contains it, announces images
  /// without codes.
  static func expectsNothing(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in
      let folded = part.lowercased().filter { $0.isLetter || $0.isNumber }
      return folded.hasPrefix("falsepositives") || folded.hasPrefix("negatives")
    }
  }

  /// The symbology that a folder's path names, from the innermost folder outwards.
  ///
  /// A folder names a symbology if a sequence of its words is a name of that symbology: `qrcode-2`,
  /// `multi-qrcode-1`, `EAN 13`, `my_data-matrix_photos`. The longest sequence counts, so that
  /// `micro-qr-1` is not QR. A name with two symbologies is ambiguous and ends the search.
  static func symbology(of path: String) -> Symbology? {
    for part in path.split(separator: "/").reversed() {
      let found = symbologies(in: String(part))
      if found.count == 1 { return found.first }
      if found.count > 1 { return nil }
    }
    return nil
  }

  private static func symbologies(in name: String) -> Set<Symbology> {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let found = named(by: words)
    // `datamatrix2`: a serial number without a hyphen.
    return found.isEmpty ? named(by: words.map(withoutNumber)) : found
  }

  private static func withoutNumber(_ word: String) -> String {
    var word = word
    while word.last?.isNumber == true { word.removeLast() }
    return word
  }

  private static func named(by words: [String]) -> Set<Symbology> {
    var found: Set<Symbology> = []
    var start = 0
    while start < words.count {
      // No symbology's name has more than six words: "code 3 of 9", "gs1 data bar expanded
      // stacked".
      let longest = (1...6).reversed().first { length in
        start + length <= words.count
          && Symbology(parsing: words[start..<start + length].joined()) != nil
      }
      if let length = longest,
        let symbology = Symbology(parsing: words[start..<start + length].joined())
      {
        found.insert(symbology)
        start += length
      } else {
        start += 1
      }
    }
    return found
  }
}
