import Foundation
import TestSupport
import Testing

/// The files from which packages are made, and an installation as they lay it out.
@Suite(.waits) struct PackagingTests {
  private static func text(_ file: String) throws -> String {
    try String(contentsOfFile: HarnessRun.root + "/" + file, encoding: .utf8)
  }

  private static func version() throws -> Substring {
    let line = try text("CITATION.cff").firstMatch(of: /\nversion: (.*)\n/)
    return try #require(line).1
  }

  /// Runs a program's command line in the root; returns its output and errors.
  private static func run(_ command: String) throws -> (status: Int32, output: String) {
    try ActionRun.shell(
      command, in: HarnessRun.root, environment: ProcessInfo.processInfo.environment)
  }

  @Test func everyPackagingFileNamesTheVersionOfTheCitation() throws {
    let version = try Self.version()
    let log = try Self.text("packaging/deb/changelog")
    #expect(log.hasPrefix("barcode-harness (\(version)) "), "packaging/deb/changelog")
    let formula = try Self.text("packaging/homebrew/barcode-harness.rb")
    #expect(formula.contains("tag: \"\(version)\""), "the formula")
    #expect(try Self.text("packaging/Containerfile").contains("barcode-harness:\(version) "))
    let page = try Self.text("docs/installing.md")
    let named = page.matches(of: /barcode[-_]harness[-_:](\d+\.\d+\.\d+)/).map(\.1)
    #expect(named.count >= 3)
    #expect(named.allSatisfy { $0 == version }, "\(named)")
  }

  /// A copy of the repository's files, with a history of one commit, in which a release can be tried.
  private static func copy(in scratch: ScratchFolder) throws -> String {
    let copy = scratch.path + "/copy"
    let made = try run(
      """
      git clone -q . \(copy) && cp scripts/release.py \(copy)/scripts && cp packaging/owner \(copy)/packaging &&
      cd \(copy) && git add -A && git -c user.name=a -c user.email=a@example.org commit -qm copy --allow-empty
      """)
    #expect(made.status == 0, "\(made.output)")
    return copy
  }

  @Test func theOwnerStandsInOneFileAndIsWrittenEverywhere() throws {
    let scratch = try ScratchFolder()
    let script = try Self.copy(in: scratch) + "/scripts/release.py"
    let page = scratch.path + "/copy/docs/installing.md"
    #expect(try Self.run("\(script) owner") == (0, ""))
    let written = try Self.run("\(script) owner some-body")
    #expect(written.status == 0 && written.output.contains("files name some-body\n"))
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("ghcr.io/some-body/barcode-harness"))
    #expect(try Self.run("\(script) owner").status == 0)
    try text.replacing("some-body", with: "other").write(
      toFile: page, atomically: true, encoding: .utf8)
    let differing = try Self.run("\(script) owner")
    #expect(differing.status == 1)
    let complaint = /docs\/installing\.md:\d+: the owner is "other"; it should be "some-body"/
    #expect(differing.output.contains(complaint), "\(differing.output)")
  }

  @Test func aReleaseThatCannotBeMadeWritesNothing() throws {
    let scratch = try ScratchFolder()
    let copy = try Self.copy(in: scratch)
    for (version, reason) in [
      ("0.0.1", "0.0.1 is below"), ("next", "\"next\" is no version; write it as 0.3.0"),
      ("99.0.0", "surface"),
    ] {
      let run = try Self.run("\(copy)/scripts/release.py \(version) --date 2030-01-01")
      #expect(run.status == 1 && run.output.contains(reason), "\(run.output)")
    }
    try "x".write(toFile: copy + "/LICENSE", atomically: true, encoding: .utf8)
    let unclean = try Self.run("\(copy)/scripts/release.py 99.0.0")
    #expect(unclean.status == 1 && unclean.output.contains("not committed"), "\(unclean.output)")
    let changed = try Self.run("git -C \(copy) status --porcelain")
    #expect(changed.output == " M LICENSE\n")
  }

  @Test func theTarballsReadmeItsScriptAndTheGuideNameTheSameLibraries() throws {
    let script = try Self.text("packaging/tarball/libraries.sh")
    let known = script.matches(of: /lib[^\s"]*\.so[^\s]* (lib[^\s"]+)/).map { String($0.1) }
    #expect(known.count > 8)
    for file in ["packaging/tarball/README.md", "docs/installing.md"] {
      let line = try #require(try Self.text(file).firstMatch(of: /apt-get install (libzbar0 .*)\n/))
      let named = line.1.split(separator: " ").map(String.init)
      // The C++ library comes with any of them.
      #expect(Set(named) == Set(known).subtracting(["libstdc++6"]), "\(file)")
    }
  }

  /// Each library that the executables load is known by the script or is everywhere.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ldd")))
  func theScriptKnowsEveryLibraryThatAnExecutableIsLinkedWith() throws {
    let script = try Self.text("packaging/tarball/libraries.sh")
    let elf = try Self.run(
      "for file in harness harness-decoder-zbar harness-decoder-zxing harness-decoder-dmtx; do "
        + "LD_TRACE_LOADED_OBJECTS=1 \(HarnessRun.binaries)/$file; done")
    for name in ["zbar", "ZXing", "dmtx", "zint", "png16", "jpeg", "webp", "crypto", "sqlite3"] {
      let loaded = try #require(
        elf.output.firstMatch(of: try Regex("lib\(name)\\.so\\.[0-9.]+")), "\(name)")
      #expect(script.contains(String(elf.output[loaded.range]) + " "), "\(name)")
    }
  }

  @Test func theFormulaIsRubyWhereThereIsOneAndBuildsWhatIsInstalled() throws {
    let file = "packaging/homebrew/barcode-harness.rb"
    let syntax = try Self.run("! command -v ruby > /dev/null || ruby -wc \(file)")
    #expect(syntax.status == 0, "\(syntax.output)")
    let formula = try Self.text(file)
    #expect(formula.contains("\"make\", \"install\", \"PREFIX=#{prefix}\""))
    for header in ["zbar", "libdmtx", "zint", "libpng", "jpeg-turbo", "webp", "openssl"] {
      #expect(formula.contains("depends_on \"\(header)"), "scripts/prepare.sh asks for \(header)")
    }
  }

  @Test func scriptsAreSoundByTheShellAndWhereThereIsOneByItsChecker() throws {
    let run = try Self.run(
      """
      scripts=$(grep -lr '^#!/bin/sh\\|^# shellcheck shell=sh' packaging scripts)
      for script in $scripts; do sh -n "$script"; done
      ! command -v shellcheck > /dev/null || shellcheck -x --severity=style $scripts
      echo "$scripts" | wc -l
      """)
    #expect(run.status == 0, "\(run.output)")
    #expect(Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 12)
  }

  /// The layout of `make files`, and the links of the Debian package around it.
  @Test func aLaidOutHarnessFindsItsPartsThroughTheLinksOfThePackage() throws {
    let scratch = try ScratchFolder()
    let own = scratch.path + "/usr/lib/barcode-harness"
    let laid = try Self.run(
      """
      make --silent files BIN='\(HarnessRun.binaries)' DESTDIR='\(scratch.path)' PREFIX=/usr/lib/barcode-harness
      cd '\(scratch.path)/usr'
      mkdir bin share
      mv lib/barcode-harness/share/barcode-harness share/
      ln -s ../../../share/barcode-harness lib/barcode-harness/share/barcode-harness
      ln -s ../lib/barcode-harness/bin/harness bin/harness
      """)
    #expect(laid.status == 0, "\(laid.output)")
    func harness(_ arguments: String...) throws -> HarnessRun {
      try RunningHarness(arguments, in: scratch.path, program: scratch.path + "/usr/bin/harness")
        .wait()
    }
    #expect(try harness("list", "corpora").output.contains("qr-small"))
    let decoders = try harness("list", "decoders", "--verbose").output
    #expect(decoders.contains("quirc"))
    for name in ["dmtx", "zbar", "zxing"] {
      #expect(decoders.contains("\(own)/bin/harness-decoder-\(name)"), "\(decoders)")
    }
    let made = try harness("plugin", "new", "toy", "--language", "c")
    #expect(made.status == 0, "\(made.errors)")
    // A wrong name is refused before anything is installed, by the script of this installation.
    let unknown = try harness("plugin", "install", "quirc", "quirk")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("unknown plugin \"quirk\"; they are: "), "\(unknown.errors)")
    #expect(!unknown.errors.contains("quirc:"), "\(unknown.errors)")
    let share = scratch.path + "/usr/share/barcode-harness"
    #expect(!FileManager.default.fileExists(atPath: share + "/.venv-plugins"))
    let pages = scratch.names(in: "usr/lib/barcode-harness/share")
    #expect(pages == ["barcode-harness", "bash-completion", "fish", "man", "zsh"])
  }
}
