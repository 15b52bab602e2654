import DecoderKit
import Foundation
import Scanning
import TestSupport
import Testing

@testable import Sessions

@Suite(.waits) struct ScanInputsTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for folder in ["p/sub", "p/out"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    for file in [
      "p/b.png", "p/a.JPG", "p/a.txt", "p/.hidden.png", "p/sub/c.webp", "p/out/d.png", "p/noext",
    ] {
      try scratch.file(file, "x")
    }
  }

  @Test func foldersAreSearchedInOrder() {
    let root = scratch.path + "/p"
    let inputs = ScanInputs([root + "/", root + "/noext", root + "/b.png"]).inputs
    #expect(
      inputs.map(\.path)
        == ["a.JPG", "b.png", "out/d.png", "sub/c.webp", "noext"].map { root + "/" + $0 })
    #expect(inputs.map(\.name) == ["a.JPG", "b.png", "out/d.png", "sub/c.webp", "noext"])
  }

  @Test func whatTheScanItselfWritesIsLeftOut() {
    let root = scratch.path + "/p"
    let inputs = ScanInputs([root], excluding: root + "/out").inputs
    #expect(inputs.map(\.name) == ["a.JPG", "b.png", "sub/c.webp"])
    let all = ScanInputs([root], excluding: root).inputs
    #expect(throws: (any Error).self, "pictures among the images") { try all[0].read() }
    let named = ScanInputs([root + "/out/d.png"], excluding: root + "/out").inputs
    #expect(named.map(\.name) == ["d.png"])
  }

  @Test func whatIsMissingStaysInItsPlace() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/empty", withIntermediateDirectories: true)
    let inputs = ScanInputs([scratch.path + "/empty", "-", "-", "nowhere.png"]).inputs
    #expect(inputs.map(\.path) == [scratch.path + "/empty", "-", "nowhere.png"])
    #expect(throws: (any Error).self) { try inputs[0].read() }
    #expect(throws: (any Error).self) { try inputs[2].read() }
  }
}

@Suite(.waits) struct OrderedResultsTests {
  private func result(_ index: Int) -> ScannedImage {
    ScannedImage(path: "\(index)", index: index, outcome: .unreadable(""))
  }

  /// Runs several threads on a queue; returns what came out, and the largest lead of any thread.
  private func run(
    count: Int, room: Int, lanes: Int, taking limit: Int = .max,
    _ make: @escaping @Sendable (Int) throws -> ScannedImage?
  ) throws -> [Int] {
    let queue = OrderedResults<ScannedImage>(count: count, room: room, lanes: lanes)
    let group = DispatchGroup()
    for _ in 0..<lanes {
      group.enter()
      Thread {
        queue.work(make)
        group.leave()
      }.start()
    }
    defer {
      queue.abandon()
      group.wait()
    }
    var taken: [Int] = []
    while taken.count < limit, let next = try queue.next() { taken.append(next.index) }
    return taken
  }

  @Test func resultsComeInOrderWhoeverIsFirst() async throws {
    let taken = try await onThreadOfItsOwn {
      try run(count: 60, room: 5, lanes: 4) { index in
        // The first of every ten is the last to be done.
        if index % 10 == 0 { usleep(2000) }
        return result(index)
      }
    }
    #expect(taken == Array(0..<60))
  }

  @Test func noThreadRunsAheadOfTheRoom() async throws {
    let lead = Lead()
    _ = try await onThreadOfItsOwn {
      try run(count: 50, room: 3, lanes: 3) { index in
        if index == 0 { usleep(20_000) }
        lead.note(index)
        return result(index)
      }
    }
    #expect(lead.beforeFirst <= 2, "the oldest result is waited for")
  }

  @Test func anErrorComesAfterTheResultsBeforeItAndEndsAllThreads() async throws {
    struct Fault: Error {}
    await #expect(throws: Fault.self) {
      try await onThreadOfItsOwn {
        try run(count: 50, room: 4, lanes: 2) { index in
          if index == 7 { throw Fault() }
          return result(index)
        }
      }
    }
  }

  @Test func aStoppedOrAbandonedQueueEnds() async throws {
    let stopped = try await onThreadOfItsOwn {
      try run(count: 50, room: 4, lanes: 2) { index in index < 5 ? result(index) : nil }
    }
    #expect(stopped == Array(0..<5))
    let abandoned = try await onThreadOfItsOwn {
      try run(count: 500, room: 4, lanes: 3, taking: 2) { index in result(index) }
    }
    #expect(abandoned == [0, 1])
  }
}

/// The largest index that was begun before the first result was made.
private final class Lead: @unchecked Sendable {
  private let lock = NSLock()
  private var isFirstDone = false
  private(set) var beforeFirst = 0

  func note(_ index: Int) {
    lock.withLock {
      if index == 0 { isFirstDone = true }
      if !isFirstDone { beforeFirst = max(beforeFirst, index) }
    }
  }
}
