import Base
import Corpora
import DecoderKit
import Foundation
import Images
import Testing

@Suite struct ImageFolderTests {
  @Test func foldersAreGroupsInBytewiseOrder() throws {
    let folder = try PhotoFolder()
    try folder.addImages(
      "z.png", "B.PNG", "a.png", "qr/2.png", "qr/10.png", "Ean 13/night/x.png", "no/images.png/.k")
    try folder.write("x", to: "docs/readme.md")
    let corpus = try folder.load()
    #expect(corpus.groups.map(\.name) == ["photos", "ean-13-night", "qr"])
    #expect(corpus.groups.map(\.folder) == ["", "Ean 13/night", "qr"])
    #expect(corpus.groups.map(\.symbology) == [nil, .ean13, .qrCode])
    #expect(
      corpus.photos.map(\.key) == [
        "photos/B", "photos/a", "photos/z", "ean-13-night/x", "qr/10", "qr/2",
      ])
    #expect(corpus.name == "corpus")
  }

  @Test func truthIsTextThenBytesThenManifestAndNothingIsTrimmed() throws {
    let folder = try PhotoFolder()
    try folder.addImages("a.png", "b.JPG", "c.png", "d.png", "e.png")
    try folder.write(" grüße \r", to: "a.txt")
    try folder.write([0xff, 0, 0x0a], to: "a.bin")
    try folder.write([0xff, 0, 0x0a], to: "b.BIN")
    try folder.write(
      """
      {"file": "a.png", "symbols": [{"symbology": "QR_CODE", "text": "other"}]}
      {"file": "c.png", "symbols": [{"symbology": "aztec", "bytes": "/wA=", \
      "corners": [[0,0],[2,0],[2,1],[0,1]]}, {"text": "2"}], "complete": false, "width": 3}

      {"file": "d.png", "symbols": []}
      """, to: "manifest.jsonl")
    let corpus = try folder.load()
    // The text file decides; the symbology that only the manifest gives is kept.
    #expect(corpus.truth(of: "a.png") == .file(" grüße \r", .qrCode))
    #expect(
      corpus.truth(of: "b.JPG")
        == .known(
          [PhotoSymbol(symbology: nil, bytes: [0xff, 0, 0x0a], certainty: .writtenBytes)],
          isComplete: false))
    let corners = Corners(
      topLeft: Point(x: 0, y: 0), topRight: Point(x: 2, y: 0), bottomRight: Point(x: 2, y: 1),
      bottomLeft: Point(x: 0, y: 1))
    #expect(
      corpus.truth(of: "c.png")
        == .known(
          [
            PhotoSymbol(symbology: .aztec, bytes: [0xff, 0], corners: corners),
            PhotoSymbol(symbology: nil, bytes: [0x32], certainty: .writtenText),
          ], isComplete: false))
    #expect(corpus.truth(of: "d.png") == .nothing)
    #expect(corpus.truth(of: "e.png") == .unknown)
    // The text file of b.JPG and the second symbol of c.png have no symbology.
    #expect(
      corpus.warnings == [
        .severalTruths(files: ["a.png"]),
        .groupsWithoutSymbology([.init(group: "photos", suggestion: nil)]),
      ])
  }

  @Test func aPhotosKeyEndsInItsFileNameAndIsReadBack() throws {
    let folder = try PhotoFolder(named: "mine")
    try folder.addImages("qrcode/7.png", "qrcode/#1 b.png", "qrcode/a.png")
    let corpus = Corpus(photos: try folder.load())
    var renderer = SampleRenderer(corpus: corpus)
    var names: [String] = []
    for number in 0..<3 {
      let numbered = "mine/qrcode/photo/0/\(number)"
      let sample = try renderer.draw(corpus.key(parsing: numbered))
      #expect(try corpus.key(parsing: sample.name) == sample.key)
      names.append(sample.name)
    }
    #expect(
      names == ["#1 b.png", "7.png", "a.png"].map { "mine/qrcode/photo/0/\($0)" })
    #expect(corpus.groups.first?.photoNames == ["#1 b.png", "7.png", "a.png"])
    #expect(throws: SampleError.self) { try corpus.key(parsing: "mine/qrcode/photo/0/8.png") }
    #expect(throws: SampleError.self) { try SampleKey(parsing: "mine/qrcode/photo/0/7.png") }
  }

  @Test func oddThingsAreWarningsAndNotErrors() throws {
    let folder = try PhotoFolder()
    try folder.addImages("a.png", "g/b.png", "g/c.webp")
    try folder.write("data\n", to: "a.txt")
    try folder.write("]z0", to: "a.result.txt")
    try folder.write("data", to: "lonely.txt")
    try folder.write("data", to: "lonely.result.txt")
    try folder.write(#"{"file": "gone.png", "symbols": []}"#, to: "g/manifest.jsonl")
    let corpus = try folder.load()
    #expect(corpus.truth(of: "a.png") == .file("data\n"))
    #expect(
      corpus.warnings == [
        .truthWithoutImage(
          files: [
            "lonely.result.txt", "lonely.txt", "g/manifest.jsonl:1 (\"gone.png\")",
          ]),
        .groupsWithoutSymbology([.init(group: "photos", suggestion: nil)]),
        .groupWithoutTruth("g"),
      ])
    #expect(corpus.warnings.allSatisfy { !$0.description.isEmpty })
  }

  /// Verdicts that were given while an editor's line break counted as data must not be taken again.
  @Test func aTextThatEndsInALineBreakIsAnotherTruthThanTheSameBytes() throws {
    func hash(_ name: String, _ text: String) throws -> String {
      let folder = try PhotoFolder()
      try folder.addImages("a.png")
      try folder.write(text, to: name)
      let photo = try #require(try folder.load().photos.first)
      guard case .known(let symbols, _) = photo.truth else { return "" }
      #expect(symbols.map(\.bytes) == [Array(text.utf8)], "strict matching keeps the line break")
      return photo.truthHash
    }
    let old = ContentHash.sha256(ofParts: ["known\nopen\nany writtenText 640A anywhere"])
    #expect(try hash("a.txt", "d\n") != old)
    let unchanged = ContentHash.sha256(ofParts: ["known\nopen\nany writtenText 64 anywhere"])
    #expect(try hash("a.txt", "d").lowercased() == unchanged.lowercased())
    #expect(try hash("a.bin", "d\n") != hash("a.txt", "d\n"))
  }

  @Test(arguments: ["falsepositives-2", "False Positives", "negatives", "x/negatives-2/y"])
  func foldersOfNegativesHaveNoCodes(name: String) throws {
    let folder = try PhotoFolder()
    try folder.addImages("\(name)/a.png", "b.png")
    let corpus = try folder.load()
    #expect(corpus.groups.map(\.expectsNothing) == [false, true])
    #expect(corpus.truth(of: "\(name)/a.png") == .nothing)
    #expect(corpus.truth(of: "b.png") == .unknown)
    try folder.write("code", to: "\(name)/a.txt")
    #expect(folder.problems().map { $0.hasPrefix("…/\(name)/a.png: its folder's name") } == [true])
  }

  @Test func theFolderItselfMaySayWhatItHolds() throws {
    let folder = try PhotoFolder(named: "falsepositives-1")
    try folder.addImages("a.png")
    #expect(try folder.load().photos.map(\.truth) == [.nothing])
    let codes = try PhotoFolder(named: "multi-qrcode-1")
    try codes.addImages("a.png")
    #expect(try codes.load().groups.map(\.symbology) == [.qrCode])
    // The result does not depend on the spelling of the path.
    #expect(
      try ImageFolder.load(path: codes.path + "/../multi-qrcode-1/").sha256 == codes.load().sha256)
  }

  @Test func keysAreReadableAndDifferent() throws {
    let folder = try PhotoFolder()
    // Two encodings of é: equal for Swift, different for the file system.
    try folder.addImages(
      "#1 a.png", "caf\u{e9}.png", "cafe\u{301}.png", "x.png", "x.jpg", "100%.png", "a.b.png")
    try folder.write("1", to: "caf\u{e9}.txt")
    try folder.write("2", to: "cafe\u{301}.txt")
    let corpus = try folder.load()
    #expect(
      corpus.photos.map(\.stem) == [
        "%231%20a", "100%25", "a.b", "cafe%CC%81", "caf%C3%A9", "x.jpg", "x.png",
      ])
    #expect(corpus.photos[3].truth == .file("2") && corpus.photos[4].truth == .file("1"))
    #expect(corpus.photos.allSatisfy { $0.key == "photos/\($0.stem)" })
  }

  @Test func identityIsOfPathsFilesAndTruths() throws {
    func identity(_ change: (PhotoFolder) throws -> Void) throws -> String {
      let folder = try PhotoFolder()
      try folder.addImages("qr/a.png", "qr/b.png")
      try folder.write("1", to: "qr/a.txt")
      try change(folder)
      return try folder.load().sha256
    }
    let plain = try identity { _ in }
    #expect(plain.count == 64)
    #expect(try identity { _ in } == plain)
    #expect(try identity { try $0.write("notes", to: "qr/readme.md") } == plain)
    let others = try [
      identity { try $0.write("2", to: "qr/a.txt") },
      identity { try $0.write("1", to: "qr/b.txt") },
      identity { try $0.addImage("qr/a.png", width: 4) },
      identity { try $0.addImage("qr/c.png") },
      identity {
        try $0.write(
          #"{"file": "a.png", "symbols": [{"symbology": "aztec", "text": ""}]}"#,
          to: "qr/manifest.jsonl")
      },
      identity {
        try FileManager.default.moveItem(atPath: $0.path + "/qr", toPath: $0.path + "/q")
      },
    ]
    #expect(Set(others + [plain]).count == others.count + 1)
  }

  @Test func theTurnsOfAPhotoReadItsFileOnce() throws {
    let folder = try PhotoFolder()
    for name in ["a.png", "b.png"] { try folder.addImage(name, width: 5, height: 3) }
    let photos = try folder.load().photos
    let (roomy, cramped) = (PhotoCache(mostPixels: 30), PhotoCache(mostPixels: 15))
    let images = try photos.map { try roomy.image(of: $0) }
    #expect(try photos.map { try cramped.image(of: $0) } == images)
    for photo in photos { try FileManager.default.removeItem(atPath: photo.file) }
    #expect(try photos.map { try roomy.image(of: $0) } == images)
    // There is room for the last one alone.
    #expect(try cramped.image(of: photos[1]) == images[1])
    #expect(throws: ImageError.self) { try cramped.image(of: photos[0]) }
  }

  @Test func photosAreDrawnInEveryTurnWithTheirTruth() throws {
    let folder = try PhotoFolder()
    try folder.addImage("a.png", width: 5, height: 3)
    let photo = try #require(folder.load().photos.first)
    let upright = try photo.draw()
    for turn in QuarterTurn.allCases {
      #expect(try photo.draw(turned: turn) == upright.turned(turn))
    }
    let corner = Point(x: 1, y: 2)
    let corners = Corners(
      topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
    let truth = PhotoTruth.known(
      [PhotoSymbol(symbology: nil, bytes: [1], corners: corners)], isComplete: true)
    guard case .known(let symbols, true) = truth.turned(.quarter, width: 5, height: 3) else {
      Issue.record("the truth has changed")
      return
    }
    // After a clockwise turn, a point 2 from the top is 3 − 2 from the left.
    #expect(symbols[0].corners?.topLeft == Point(x: 1, y: 1))
    #expect(PhotoTruth.unknown.turned(.half, width: 5, height: 3) == .unknown)
  }

  @Test func linksAreFollowedToFilesAndNotToFolders() throws {
    let folder = try PhotoFolder()
    try folder.addImages("g/a.png")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path + "/b.png", withDestinationPath: folder.path + "/g/a.png")
    try files.createSymbolicLink(
      atPath: folder.path + "/g/loop", withDestinationPath: folder.path)
    #expect(try folder.load().photos.map(\.relativePath) == ["b.png", "g/a.png"])
  }
}
