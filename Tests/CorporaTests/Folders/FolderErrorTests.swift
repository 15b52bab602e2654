import Corpora
import DecoderKit
import Foundation
import Images
import Testing

@Suite struct FolderErrorTests {
  @Test func emptyMissingAndWrongFoldersAreRefused() throws {
    let folder = try PhotoFolder()
    let endings = ".png, .jpg, .jpeg, .webp, .pgm, .pbm, .ppm"
    let empty =
      "…: there are no images in it or below it. Images are files that end in \(endings); "
    #expect(folder.problems() == [empty + "of other files there are 0"])
    try folder.write("x", to: "sub/photo.heic")
    #expect(folder.problems() == [empty + "of other files there are 1"])
    let none = folder.path + "/none"
    let missing = #expect(throws: FolderError.self) { try ImageFolder.load(path: none) }
    #expect(missing?.description == "\(none): there is no such folder")
    let file = folder.path + "/sub/photo.heic"
    let wrong = #expect(throws: FolderError.self) { try ImageFolder.load(path: file) }
    #expect(wrong?.description == "\(file): is a file, not a folder of images")
  }

  @Test func whereNoImageCanBeReadEachIsNamed() throws {
    let folder = try PhotoFolder()
    try folder.write("GIF89a", to: "b.png")
    try folder.write("", to: "g/c.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/d.png", withDestinationPath: "/nowhere.png")
    let readable = "PNG, JPEG, WebP, PBM, PGM and PPM can be read"
    #expect(
      folder.problems() == [
        "…/b.png: is a GIF file; \(readable)",
        "…/d.png: cannot be opened: No such file or directory",
        "…/g/c.jpg: is empty; \(readable)",
      ])
    let error = #expect(throws: FolderError.self) { try folder.load() }
    #expect(
      error?.description.hasPrefix("\(folder.path): 3 things are wrong with the photos:\n  ")
        == true)
    // Beside one that can be read, they are photos that cannot be drawn.
    try folder.addImages("a.png")
    let corpus = try folder.load()
    #expect(corpus.photos.map(\.key) == ["photos/a", "photos/b", "photos/d", "g/c"])
    for photo in corpus.photos.dropFirst() {
      #expect(throws: ImageError.self) { try photo.draw() }
    }
  }

  @Test func damagedImagesShowWhenTheyAreDrawn() throws {
    let folder = try PhotoFolder()
    try folder.addImages("a.png", "b.png")
    let whole = try [UInt8](Data(contentsOf: URL(filePath: folder.path + "/a.png")))
    try folder.write(Array(whole.dropLast(20)), to: "b.png")
    let corpus = try folder.load()
    let problems = corpus.photos.compactMap { photo -> String? in
      do {
        _ = try photo.draw()
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("\(folder.path)/b.png: is not a valid PNG file: ") == true)
  }

  @Test func aPhotoThatHasChangedIsNotDrawn() throws {
    let folder = try PhotoFolder()
    try folder.addImages("a.png")
    let photo = try #require(folder.load().photos.first)
    try folder.addImage("a.png", width: 4)
    let error = #expect(throws: ImageError.self) { try photo.draw() }
    #expect(
      error?.message == "has changed since the folder was read; start again")
  }

  @Test func truthsThatAreNoTruthsAreRefused() throws {
    let folder = try PhotoFolder()
    try folder.addImages("a.png", "b.png")
    try folder.write([0x63, 0xe9], to: "a.txt")
    try folder.write([UInt8](repeating: 0, count: 70_000), to: "b.bin")
    #expect(
      folder.problems() == [
        "…/a.txt: is not UTF-8 text; data that are not text go into a .bin file",
        "…/b.bin: is larger than the 65536 bytes that are read",
      ])
  }

  @Test(arguments: [
    (#"{"file": "a.png"}"#, #"the line has no "symbols""#),
    (#"{"file": 3, "symbols": []}"#, #""file" has a value of the wrong kind"#),
    (#"a.png qr"#, "it is not a JSON object; a line looks like "),
    (#"{"file": "a.png", "symbols": [{}]}"#, #"a symbol has neither "text" nor "bytes"; "#),
    (
      #"{"file": "a.png", "symbols": [{"text": "", "bytes": ""}]}"#,
      #"a symbol has both "text" and "bytes"; one is enough"#
    ),
    (
      #"{"file": "a.png", "symbols": [{"symbology": "qr-cod", "text": ""}]}"#,
      #"unknown symbology "qr-cod". Did you mean "qr-code"?"#
    ),
    (
      #"{"file": "a.png", "symbols": [{"text": "", "corners": [1]}]}"#,
      #""symbols.[0].corners.[0]" has a value of the wrong kind"#
    ),
    (#"{"file": "../a.png", "symbols": []}"#, #""../a.png" is in another folder; "#),
    (#"{"file": "b.png", "symbols": []}"#, #""b.png" is in line 1 already"#),
  ])
  func everyMistakeInAManifestHasItsLine(line: String, message: String) throws {
    let folder = try PhotoFolder()
    try folder.addImages("a.png", "b.png")
    try folder.write(
      "{\"file\": \"b.png\", \"symbols\": []}\r\n\n\(line)\n", to: "manifest.jsonl")
    let problems = folder.problems()
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("…/manifest.jsonl:3: \(message)") == true, "\(problems)")
  }

  @Test func turnsAreQuarterTurnsEachOnce() throws {
    #expect(try ImageFolder.turns(degrees: [0, 270]) == [.none, .threeQuarters])
    for degrees in [[], [45], [0, 90, 0], [360]] {
      let error = #expect(throws: FolderError.self) { try ImageFolder.turns(degrees: degrees) }
      #expect(error?.description.hasSuffix("some of 0, 90, 180, 270, each once") == true)
    }
  }
}
