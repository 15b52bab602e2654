import Base
import CProcess
import Foundation
import TestSupport
import Testing

@testable import PluginHost

/// Workers that start while signals come, and guards that do not answer when all is to end.
@Suite(.serialized, .waits)
struct StartAndEndTests {
  private static let worker =
    URL(filePath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().path + "/harness-decoder-null"

  private func started() throws -> WorkerProcess {
    try WorkerProcess(WorkerSettings(executable: Self.worker))
  }

  @Test func aSignalDoesNotEndAWorkersStart() async throws {
    try await onThreadOfItsOwn {
      signal(SIGUSR1) { _ in }
      defer { signal(SIGUSR1, SIG_DFL) }
      // Threads of threads of Dispatch have it blocked.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR1)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      let starting = pthread_self()
      let isOver = StopSignal()
      let sender = Thread {
        while !isOver.isRequested {
          pthread_kill(starting, SIGUSR1)
          usleep(500)
        }
      }
      sender.start()
      defer {
        isOver.request()
        while !sender.isFinished { usleep(1000) }
      }
      for _ in 0..<20 { try started().hangUp() }
    }
  }

  @Test func whatSurvivesAKillOfAllIsNamedWithItsDecoder() throws {
    var ends: [Int32] = [-1, -1]
    try #require(process_socket_pair(&ends) == 0)
    var record = guard_record()
    record.kind = Int32(GUARD_SURVIVOR.rawValue)
    record.number = 4711
    record.value = Int64(UInt8(ascii: "D"))
    withUnsafeMutableBytes(of: &record.text) { $0.copyBytes(from: Array("stuck".utf8)) }
    #expect(send(ends[1], &record, MemoryLayout<guard_record>.size, 0) > 0)
    close(ends[1])
    // Not by the end of all: other tests' workers live in this process, too.
    #expect(
      LiveProcesses.takesLeave(
        ends[0], decoder: "toy", until: monotonicNanoseconds() + 1_000_000_000))
    close(ends[0])
    let survivor = LiveProcesses.survivors.first { $0.process == 4711 }
    #expect(survivor?.decoder == "toy" && survivor?.name == "stuck" && survivor?.isStuck == true)
  }

  @Test func aStoppedGuardIsEndedWithItsWorkerAndItsControlGroup() throws {
    let process = try started()
    let guardian = try #require(Self.guardian(of: process.identifier))
    #expect(Self.hasGroup(guardian) == process.protections.contains(.group))
    kill(guardian, SIGSTOP)
    process.end()
    #expect(kill(process.identifier, 0) != 0 || Self.isDead(process.identifier))
    #expect(kill(guardian, 0) != 0, "it is reaped")
    #expect(!Self.hasGroup(guardian))
  }

  /// True if a guard's control group is there.
  private static func hasGroup(_ guardian: pid_t) -> Bool {
    var path = [CChar](repeating: 0, count: 600)
    return guard_group_path(guardian, &path, path.count) && access(path, F_OK) == 0
  }

  /// The parent of a process.
  private static func guardian(of process: pid_t) -> pid_t? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let after = status.lastIndex(of: ")")
    else { return nil }
    return status[after...].split(separator: " ").dropFirst(2).first.flatMap { pid_t($0) }
  }

  private static func isDead(_ process: pid_t) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return status.contains(") Z") || status.isEmpty
  }
}
