import Images

/// The files of one folder, sorted by what they are to a corpus.
struct FolderContents {
  /// The folder below the corpus's own.
  let path: String
  /// Names of image files, in bytewise order.
  let images: [String]
  /// The manifest's name, where there is one.
  let manifest: String?
  /// How many files are neither images nor truth.
  let otherCount: Int

  /// Percent-encoded stem → names of truth files, the one that holds first.
  ///
  /// Encoded, because Swift takes two spellings of one Unicode character for equal, and a file
  /// system does not.
  private let truths: [String: [String]]
  /// Percent-encoded stem → how many images have it.
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

  /// A file of the folder, as a path below the corpus's own.
  func relative(_ file: String) -> String { path.isEmpty ? file : "\(path)/\(file)" }

  /// What the key calls an image: two that differ only in their extension keep it.
  func keyStem(of image: String) -> String {
    let stem = Self.encodedStem(of: image)
    return stems[stem] == 1 ? stem : PercentEncoding.encode(image)
  }

  /// The truth files of an image, the one that holds first.
  func truths(of image: String) -> [String] { truths[Self.encodedStem(of: image)] ?? [] }

  /// Truth files and lines of the manifest that no image is there for.
  func truthsWithoutImage(_ manifest: FolderManifest?) -> [String] {
    let lonely = truths.filter { stems[$0.key] == nil && !isNote($0.key) }.flatMap(\.value)
    let present = Set(images.map(PercentEncoding.encode))
    let lines = (manifest?.entries ?? [:]).filter { !present.contains($0.key) }.values
    return lonely.map(relative).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      + lines.sorted { $0.line < $1.line }.map {
        "\(relative(FolderManifest.fileName)):\($0.line) (\"\($0.file)\")"
      }
  }

  /// zxing-cpp keeps `name.result.txt` beside `name`: how a reading is described, not what it is.
  private func isNote(_ stem: String) -> Bool {
    stem.hasSuffix(Self.noteSuffix) && stems[String(stem.dropLast(Self.noteSuffix.count))] != nil
  }

  private static let noteSuffix = ".result"

  /// What follows the last dot, in lower case; empty without one.
  static func fileExtension(of name: String) -> String {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  private static func encodedStem(of name: String) -> String {
    PercentEncoding.encode(name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name)
  }
}
