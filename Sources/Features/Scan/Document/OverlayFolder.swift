import Base
import DecoderKit
import Foundation
import Reporting
import Scanning
import Synchronization

/// The folder that a scan's pictures go to: a PNG and an SVG file for each image, and a page with all.
final class OverlayFolder: Sendable {
  /// The folder.
  let path: String
  /// The page's path.
  var page: String { place("index.html") }
  /// The place of the pictures, in words.
  var remark: String { "pictures are in \(path)/; see \(page)" }

  /// By the image's index: the name of its files, without an extension.
  private let names: [String]
  private let showsGuides: Bool
  /// By the image's index: its figure on the page.
  private let figures = Mutex<[Int: (html: HTML, isUnread: Bool)]>([:])
  /// The counts of the page's summary.
  private let sums = Mutex(OverlaySummary())

  /// Makes the folder and names its files before any image is scanned.
  ///
  /// - Parameters:
  ///   - path: The folder; it is made if need be.
  ///   - images: The path of each image, and the name from which its pictures' names are made.
  ///   - showsGuides: True to draw the scan region, too.
  /// - Throws: ``ReportError`` for a folder that cannot be written.
  init(
    _ path: String, images: [(path: String, name: String)], showsGuides: Bool = false
  ) throws(ReportError) {
    try ReportFolder.prepare(path)
    self.showsGuides = showsGuides
    self.path = path
    let folder = URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
    let taken = images.map {
      URL(filePath: $0.path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    names = Self.names(for: images.map(\.name), in: folder, keeping: Set(taken))
  }

  /// Makes names that differ even where case does not count, and that no image of the scan has.
  static func names(
    for images: [String], in folder: String, keeping taken: Set<String>
  ) -> [String] {
    var used: Set<String> = ["index"]
    return images.map { image in
      let stem = Self.stem(of: image)
      var name = stem
      var number = 2
      func isTaken(_ name: String) -> Bool {
        used.contains(name.lowercased())
          || ["png", "svg"].contains { taken.contains("\(folder)/\(name).\($0)") }
      }
      while isTaken(name) {
        name = "\(stem)-\(number)"
        number += 1
      }
      used.insert(name.lowercased())
      return name
    }
  }

  /// The image's relative path without its extension, in characters that are safe in names and links.
  private static func stem(of image: String) -> String {
    let path = (image as NSString).deletingPathExtension
    let safe = path.unicodeScalars.map { scalar -> Character in
      let isSafe =
        CharacterSet.alphanumerics.contains(scalar) || "._-".unicodeScalars.contains(scalar)
      return isSafe ? Character(scalar) : "_"
    }
    // File systems allow 255 bytes; a name begins with no dot, which would hide it.
    let name = String(String(safe).prefix(60)).drop { $0 == "." }
    return name.isEmpty ? "image" : String(name)
  }

  /// Writes an image's pictures. May be called from several threads.
  ///
  /// - Throws: `ImageError` or `FileError` for pictures that cannot be made or written.
  func write(_ scanned: ScannedImage, _ image: GrayImage) throws {
    guard let contents = scanned.contents, !image.isEmpty else { return }
    let name = names[scanned.index]
    let picture = OverlayPicture(
      image, path: scanned.path, contents, showsGuides: showsGuides)
    try AtomicFile.write(try picture.png(), to: place(name + ".png"), isDurable: false)
    try AtomicFile.write(
      Array(try picture.svg().utf8), to: place(name + ".svg"), isDurable: false)
    let figure = Self.figure(scanned, contents, name)
    figures.withLock { $0[scanned.index] = (figure, contents.detections.isEmpty) }
    sums.withLock { $0.count(scanned) }
  }

  /// Writes the page with all pictures in the order of the images; those in which nothing was read are looked for, and
  /// come first.
  func writePage() throws {
    let figures = figures.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
    let summary = sums.withLock { $0 }
    let page = PageShell(
      title: "Scanned images", kicker: "harness scan", heading: summary.heading,
      subtitle: summary.totals.text, showsFiles: true
    ).document(
      summary.html
        + section("unread", "Nothing was read", figures.filter(\.isUnread))
        + section("images", "Images with codes", figures.filter { !$0.isUnread }))
    try AtomicFile.write(Array(page.utf8), to: self.page, isDurable: false)
  }

  private func section(
    _ id: String, _ title: String, _ figures: [(html: HTML, isUnread: Bool)]
  ) -> HTML {
    figures.isEmpty
      ? .empty
      : .section(
        id, "\(title): \(Numerals.count(figures.count))",
        .div("scans", figures.map(\.html).joined()))
  }

  private func place(_ name: String) -> String {
    path.hasSuffix("/") ? path + name : path + "/" + name
  }

  private static func figure(
    _ scanned: ScannedImage, _ contents: ScannedImage.Contents, _ name: String
  ) -> HTML {
    let file =
      (name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name) + ".svg"
    let lines = contents.detections.map { detection -> HTML in
      .text(
        ScanWording.label(detection, columns: 120).joined(separator: " · ") + " · "
          + ScanWording.readers(detection))
    }
    let isUnread = contents.detections.isEmpty
    let hints = isUnread ? OverlaySummary.hints(scanned, contents) : .empty
    return .element(
      "figure", ["class": isUnread ? "scan unread" : "scan"],
      .element(
        "a", ["href": file],
        .void(
          "img",
          [
            "src": file, "loading": "lazy", "alt": "The symbols in \(scanned.path)",
            "width": "\(contents.width)", "height": "\(contents.height)",
          ]))
        + .element(
          "figcaption", [:],
          .element("strong", [:], .text(scanned.path))
            + .span(.text("\(contents.width) × \(contents.height) px"), class: "scale")
            + (lines.isEmpty ? hints : .list(lines))))
  }
}
