import Images

/// The files of one folder, sorted by their role in a corpus.
struct FolderContents {
  /// The folder's path, relative to the corpus's own folder.
  let path: String
  /// Names of image files, in bytewise order.
  let images: [String]
  /// The manifest's name, if there is one.
  let manifest: String?
  /// The number of files that are neither images nor truth.
  let otherCount: Int

  /// Names of truth files by percent-encoded stem, the one that takes precedence first.
  ///
  /// Stems are encoded because Swift takes two spellings of one Unicode character for equal, and a
  /// file system does not.
  private let truths: [String: [String]]
  /// The number of images by percent-encoded stem.
  private let stems: [String: Int]

  private static let imageExtensions = Set(ImageFormat.allCases.flatMap(\.fileExtensions))
  private static let truthExtensions = ["txt", "bin"]

  init(path: String, files: [String]) {
    self.path = path
    images = files.filter { Self.imageExtensions.contains(Self.fileExtension(of: $0)) }
    manifest = files.contains(FolderManifest.fileName) ? FolderManifest.fileName : nil
    stems = Dictionary(images.map { (Self.encodedStem(of: $0), 1) }, uniquingKeysWith: +)
    var truths: [String: [String]] = [:]
    for wanted in Self.truthExtensions {
      for file in files where Self.fileExtension(of: file) == wanted {
        truths[Self.encodedStem(of: file), default: []].append(file)
      }
    }
    self.truths = truths
    otherCount = files.count - images.count
  }

  /// Returns a file's path, relative to the corpus's own folder.
  func relative(_ file: String) -> String { path.isEmpty ? file : "\(path)/\(file)" }

  /// The image's name in keys. Images whose names differ only in their extension keep the
  /// extension.
  func keyStem(of image: String) -> String {
    let stem = Self.encodedStem(of: image)
    return stems[stem] == 1 ? stem : PercentEncoding.encode(image)
  }

  /// The truth files of an image, the one that takes precedence first.
  func truths(of image: String) -> [String] { truths[Self.encodedStem(of: image)] ?? [] }

  /// Truth files and manifest lines for which there is no image.
  func truthsWithoutImage(_ manifest: FolderManifest?) -> [String] {
    let lonely = truths.filter { stems[$0.key] == nil && !isNote($0.key) }.flatMap(\.value)
    let present = Set(images.map(PercentEncoding.encode))
    let lines = (manifest?.entries ?? [:]).filter { !present.contains($0.key) }.values
    return lonely.map(relative).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      + lines.sorted { $0.line < $1.line }.map {
        "\(relative(FolderManifest.fileName)):\($0.line) (\"\($0.file)\")"
      }
  }

  /// True for zxing-cpp's `name.result.txt` beside `name`, which describes a reading and is no
  /// truth.
  private func isNote(_ stem: String) -> Bool {
    stem.hasSuffix(Self.noteSuffix) && stems[String(stem.dropLast(Self.noteSuffix.count))] != nil
  }

  private static let noteSuffix = ".result"

  /// The part of a name after the last dot, in lower case; empty if there is no dot.
  static func fileExtension(of name: String) -> String {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  private static func encodedStem(of name: String) -> String {
    PercentEncoding.encode(name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name)
  }
}
