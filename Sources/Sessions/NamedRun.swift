import Foundation

/// A run as typed: `3`, `reports/qr-small`, `reports/qr-small:3`.
package struct NamedRun {
  package let path: String?
  package let number: Int?

  package init(_ text: String) {
    let isPath = FileManager.default.fileExists(atPath: text)
    if !isPath, let number = Int(text) {
      (path, self.number) = (nil, number)
    } else if !isPath, let colon = text.lastIndex(of: ":"),
      let number = Int(text[text.index(after: colon)...])
    {
      (path, self.number) = (String(text[..<colon]), number)
    } else {
      (path, number) = (text, nil)
    }
  }
}
