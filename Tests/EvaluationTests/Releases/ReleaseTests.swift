import Base
import Corpora
import DecoderKit
import Evaluation
import Foundation
import Images
import Results
import Testing

@testable import RunFixtures

/// Frozen corpora: digests of images, and the reasons for which other samples are refused.
@Suite struct ReleaseTests {
  private func corpus(_ more: String = "", seed: Int = 7) throws -> Corpus {
    try Corpus(
      yaml: """
        format: 1
        name: tiny
        version: 1
        title: Tiny
        question: Is it the same?
        seed: \(seed)
        symbols:
          - {name: v1, symbology: qr-code, version: 1, ecc: L, payload: {kind: digits, length: 8}}
        conditions:
          - {name: upright}
          - {name: noisy, read-noise: 4, rotation: {random: [0, 360]}}
        sweep: {axis: module-size, levels: [1.37, 2, 3]}
        trials: 3
        \(more)
        """, file: "tiny.yaml")
  }

  private func lock(_ corpus: Corpus, jobs: Int = 2) throws -> ReleaseLock {
    try CorpusFreeze(corpus, jobs: jobs).lock(release: .first, on: .someDay)
  }

  @Test func theLockIsTheSameHoweverManyThreadsDraw() throws {
    let corpus = try corpus()
    let one = try lock(corpus, jobs: 1)
    #expect(one.images == 18 && one.groups.map(\.levels.count) == [3, 3])
    for jobs in [2, 5, 40] { #expect(try lock(corpus, jobs: jobs) == one) }
    #expect(one.root == one.computedRoot)
  }

  /// Digests by another way: PGM files, keys and symbols, written out and hashed as a whole.
  @Test func aDigestIsThatOfTheListOfImages() throws {
    let corpus = try corpus()
    var list = ""
    let lock = try CorpusFreeze(corpus, jobs: 3).lock(release: .first, on: .someDay) { list += $0 }
    let lines = list.split(separator: "\n").map(String.init)
    #expect(lines.count == lock.images)
    var renderer = SampleRenderer(corpus: corpus)
    var next = 0
    for (group, frozen) in zip(corpus.groups, lock.groups) {
      for (level, digest) in zip(corpus.sweep.levels, frozen.levels) {
        var text = ""
        for trial in 0..<group.trialCount {
          let sample = try renderer.draw(group: group, level: level, trial: trial)
          let image = sample.image
          var file = Data("P5\n\(image.width) \(image.height)\n255\n".utf8)
          file.append(contentsOf: image.pixels)
          let hash = SHA256Digest(of: Array(file)).hex
          let payload = try #require(sample.truth.expected.first?.bytes)
          let line =
            "\(hash)  tiny/\(group.id)/\(level.text)/\(trial) qr-code:"
            + payload.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
          #expect(lines[next] == line)
          next += 1
          text += line + "\n"
        }
        #expect(digest == LevelDigest(level: level, sha256: SHA256Digest(of: Array(text.utf8)).hex))
      }
    }
  }

  @Test func theSameCorpusIsNoMismatch() throws {
    let corpus = try corpus()
    let mine = try lock(corpus)
    #expect(try mine.mismatch(lock(corpus)) == nil)
    var later = try lock(corpus)
    later.specification.encoder = "zint 9"
    #expect(mine.mismatch(later) == nil, "images decide, not the names of libraries")
  }

  @Test func everyKindOfOtherSamplesIsToldApart() throws {
    let frozen = try lock(corpus())
    guard case .specification = try frozen.mismatch(lock(corpus("# one more remark"))) else {
      Issue.record("another byte in the file")
      return
    }
    var other = frozen
    other.specification.renderer += 1
    #expect(
      frozen.mismatch(other)
        == .renderer(
          corpus: "tiny", .first, was: frozen.specification.renderer,
          is: frozen.specification.renderer + 1))
    other = frozen
    other.specification.seed = 8
    #expect(frozen.mismatch(other) == .seed(corpus: "tiny", .first, was: 7, is: 8))
    other = frozen
    other.groups[1].trials = 4
    #expect(frozen.mismatch(other) == .samples(corpus: "tiny", .first))
    other = frozen
    other.specification.encoder = "zint 9"
    other.groups[1].levels[2].sha256 = String(repeating: "0", count: 64)
    #expect(
      frozen.mismatch(other)
        == .images(
          corpus: "tiny", .first, group: "v1/noisy", level: "3", differing: 1, of: 6,
          libraries: [.init(was: frozen.specification.encoder, now: "zint 9")]))
  }

  /// A pixel of one image that is off by one grey level.
  @Test func onePixelChangesTheDigest() throws {
    let image = try GrayImage(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])
    let other = try GrayImage(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 7])
    let turned = try GrayImage(width: 2, height: 3, pixels: [1, 2, 3, 4, 5, 6])
    #expect(Set([image, other, turned].map(\.pgmSHA256)).count == 3)
  }

  @Test func theRootCoversEverythingButTheDayAndTheLibraries() throws {
    let frozen = try lock(corpus())
    var changed = frozen
    changed.frozenOn = CalendarDay(parsing: "2030-01-01") ?? changed.frozenOn
    changed.specification.encoder = "zint 9"
    #expect(changed.computedRoot == frozen.root)
    let changes: [(inout ReleaseLock) -> Void] = [
      { $0.specification.sha256 = "0" }, { $0.specification.seed += 1 },
      { $0.specification.renderer += 1 }, { $0.specification.version += 1 },
      { $0.groups[0].trials += 1 }, { $0.groups[0].id = "x" },
      { $0.groups[1].levels[0].sha256 = String(repeating: "a", count: 64) },
      { $0.groups.removeLast() },
    ]
    for change in changes {
      var lock = frozen
      change(&lock)
      #expect(lock.computedRoot != frozen.root)
    }
  }

  @Test func releasesAreYearsAndNumbers() {
    for text in ["2026.1", "2026.12", "1999.9999"] {
      #expect(ReleaseNumber(parsing: text)?.description == text)
    }
    for text in [
      "", "2026", "26.1", "2026.0", "2026.01", "2026.1.1", "2026.-1", "../2026.1", "2026.1 ",
    ] {
      #expect(ReleaseNumber(parsing: text) == nil, "\(text)")
    }
  }
}

extension ReleaseNumber {
  static let first: ReleaseNumber = {
    guard let number = ReleaseNumber(parsing: "2026.1") else {
      preconditionFailure("2026.1 is a release")
    }
    return number
  }()
}
