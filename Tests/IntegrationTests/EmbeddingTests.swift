import Foundation
import TestSupport
import Testing

/// The libraries as an outside program sees them: the tutorial's package, and the pages with their examples.
@Suite(.waits) struct EmbeddingTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private static func page(_ path: String) throws -> String {
    try String(contentsOfFile: HarnessRun.root + "/" + path, encoding: .utf8)
  }

  /// The fenced blocks of a page, by what stands behind the fence.
  private static func blocks(_ text: String) -> [String: String] {
    Dictionary(
      text.matches(of: /(?m)^```([^\n]+)\n((?s).*?)^```$/).map { (String($0.1), String($0.2)) }
    ) { first, _ in first }
  }

  /// Runs a script with the developer's tools and the built harness on `PATH`.
  private func run(_ script: String) async throws -> String {
    let folder = scratch.path
    let own = ProcessInfo.processInfo.environment
    // Not the settings of this build: the outside package is built as anyone builds it.
    let environment = "PATH=\"$PATH:\(own["PATH"] ?? "")\" HOME='\(own["HOME"] ?? "/")'"
    return try await onThreadOfItsOwn {
      try shell("export \(environment); \(script)", in: folder)
    }
  }

  /// Writes the tutorial's package and frames, beside a link to this package.
  private func write(_ blocks: [String: String]) async throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/reader/Sources", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/barcode-harness", withDestinationPath: HarnessRun.root)
    for file in ["reader/Package.swift", "reader/Sources/main.swift"] {
      try scratch.file(file, #require(blocks["swift \(file)"]))
    }
    _ = try await run(#require(blocks["sh"]))
  }

  /// The package is described by SwiftPM, and its program compiled against what this build has made; the
  /// build from nothing, which takes a minute, is the next test.
  @Test func theTutorialsProgramReadsAFolderOfFrames() async throws {
    let blocks = Self.blocks(try Self.page("docs/tutorials/embed.md"))
    let lines = ["reader/Package.swift", "reader/Sources/main.swift"]
      .map { blocks["swift \($0)", default: ""].split(separator: "\n").count }
    #expect(lines.allSatisfy { $0 > 0 } && lines.reduce(0, +) <= 30)
    try await write(blocks)
    let manifest = try await run("swift package --package-path reader dump-package")
    for product in ["FrameScanner", "ZBarDecoder"] {
      #expect(manifest.contains("\"\(product)\""), "\(manifest)")
    }
    let modules = [
      "DecoderKit", "Statistics", "Values", "Optics", "Base", "Images", "Symbols", "Measuring",
      "Results", "Judging", "Scanning", "ZBarDecoder", "CJpeg", "CProcess", "Yams", "CYaml",
    ]
    let folders = modules.map { "'\(HarnessRun.binaries)/\($0).build'" }.joined(separator: " ")
    let told = try await run(
      """
      folder=$PWD
      cd '\(HarnessRun.root)'
      swiftc -swift-version 6 "$folder/reader/Sources/main.swift" \
        $(scripts/library-flags.sh '\(HarnessRun.binaries)') $(find \(folders) -name '*.o') \
        -lpng -ljpeg -lwebp -lcrypto -lzint -lzbar -o "$folder/program" 2>&1 | grep error:
      "$folder/program" "$folder/frames" 2>&1
      """)
    #expect(told == blocks["text output"])
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["HARNESS_OUTSIDE"] != nil,
      "it builds the libraries from nothing, which takes a minute: HARNESS_OUTSIDE=1"))
  func theTutorialsPackageIsBuiltFromNothing() async throws {
    let blocks = Self.blocks(try Self.page("docs/tutorials/embed.md"))
    try await write(blocks)
    let told = try await run("\(#require(blocks["sh build"])) 2>&1")
    #expect(told.hasSuffix(try #require(blocks["text output"])), "\(told)")
  }

  /// The modules that have pages, with the folders of their sources.
  private static let libraries = [
    "Scanning": "Sources/Scanning", "Measuring": "Sources/Measuring", "Values": "Sources/Values",
    "DecoderKit": "Sources/DecoderKit", "Statistics": "Sources/Statistics",
    "ZBarDecoder": "Plugins/ZBar/ZBarDecoder", "ZXingDecoder": "Plugins/ZXing/ZXingDecoder",
    "DmtxDecoder": "Plugins/Dmtx/DmtxDecoder",
  ]

  @Test func theExamplesOfTheLibrariesPagesCompile() async throws {
    for (library, folder) in Self.libraries {
      let page = try Self.page("\(folder)/\(library).docc/\(library).md")
      try scratch.file("\(library).swift", #require(Self.blocks(page)["swift"]))
    }
    let examples = Self.libraries.keys.map { "\"$folder/\($0).swift\"" }.joined(separator: " ")
    let told = try await run(
      """
      folder=$PWD
      cd '\(HarnessRun.root)'
      swiftc -typecheck -parse-as-library -swift-version 6 -warnings-as-errors \(examples) \
        $(scripts/library-flags.sh '\(HarnessRun.binaries)') 2>&1 && echo all is well
      """)
    #expect(told.hasSuffix("all is well\n"), "\(told)")
  }

  /// The pages of one library; the other pages may refer to it.
  @Test(.enabled(if: hasDocC, "the toolchain has no docc"))
  func aLibrarysPagesHaveNoBrokenLink() async throws {
    try await expectPages(of: ["Values"])
  }

  @Test(.proof, .enabled(if: hasDocC, "the toolchain has no docc"))
  func theLibrariesPagesHaveNoBrokenLink() async throws {
    try await expectPages(of: [])
  }

  /// Makes the pages of some libraries, or of all if none is named.
  private func expectPages(of chosen: [String]) async throws {
    let folders = chosen.compactMap { Self.libraries[$0] }.joined(separator: " ")
    let told = try await run(
      """
      folder=$PWD
      cd '\(HarnessRun.root)'
      scripts/docs.sh '\(HarnessRun.binaries)' "$folder/pages" /below/here \(folders) 2>&1 && echo all is well
      """)
    #expect(told.hasSuffix("all is well\n"), "\(told)")
    for library in chosen.isEmpty ? Array(Self.libraries.keys) : chosen {
      let path = "/pages/libraries/documentation/\(library.lowercased())/index.html"
      let page = try String(contentsOfFile: scratch.path + path, encoding: .utf8)
      #expect(page.contains("var baseUrl = \"/below/here/libraries/\""), "\(library)")
    }
  }

  private static let hasDocC: Bool = {
    let own = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (try? shell("PATH='\(own)' command -v docc", in: "/"))?.isEmpty == false
  }()
}
