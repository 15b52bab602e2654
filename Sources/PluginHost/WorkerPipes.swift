import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three pipes between the host and one worker.
struct WorkerPipes: Sendable {
  let childInput: Int32
  let childOutput: Int32
  let childError: Int32
  let requests: Int32
  let answers: Int32
  let diagnostics: Int32

  /// Opens the pipes; the host's ends are non-blocking and no end is inherited by other children.
  ///
  /// - Throws: ``PluginError`` when the process has no descriptors left; none is kept open then.
  init() throws(PluginError) {
    var opened: [Int32] = []
    do throws(PluginError) {
      (childInput, requests) = try Self.open(noting: &opened)
      (answers, childOutput) = try Self.open(noting: &opened)
      (diagnostics, childError) = try Self.open(noting: &opened)
    } catch {
      for end in opened { close(end) }
      throw error
    }
    for end in [requests, answers, diagnostics] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    // Room for a VGA image, so that the host has finished sending before the worker wakes up.
    process_widen_pipe(requests, 1 << 19)
  }

  /// Closes the host's ends after a start that failed; the child's are closed with the attempt.
  func closeHostEnds() {
    for end in [requests, answers, diagnostics] { close(end) }
  }

  private static func open(
    noting opened: inout [Int32]
  ) throws(PluginError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard process_pipe(&ends) == 0 else {
      throw PluginError(
        .notStarted, "no pipe for a worker: \(String(cString: strerror(errno)))")
    }
    opened += ends
    return (ends[0], ends[1])
  }
}
