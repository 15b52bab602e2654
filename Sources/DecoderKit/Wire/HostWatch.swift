#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends the worker when its host is gone, even in the middle of a decode that never returns.
///
/// A worker that waits for its next request sees the end of standard input by itself; one that is
/// in a search of minutes would outlive a killed host. The watch waits for the connection to hang
/// up and then for the parent to change, so that requests piped in from a file, whose writer has
/// finished, are all still answered.
enum HostWatch {
  /// Starts the watch on a thread of its own.
  static func start(on input: Int32) {
    let parent = getppid()
    let context = UnsafeMutablePointer<(Int32, pid_t)>.allocate(capacity: 1)
    context.initialize(to: (input, parent))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let started = pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Darwin)
          let pointer: UnsafeMutableRawPointer? = argument
        #else
          let pointer = argument
        #endif
        guard let pair = pointer?.assumingMemoryBound(to: (Int32, pid_t).self) else { return nil }
        HostWatch.wait(input: pair.pointee.0, parent: pair.pointee.1)
        return nil
      }, context)
    precondition(started == 0, "no thread for the host watch")
  }

  private static func wait(input: Int32, parent: pid_t) {
    // No events are asked for: only a hang-up or an error ends the wait.
    var descriptor = pollfd(fd: input, events: 0, revents: 0)
    while poll(&descriptor, 1, -1) < 0 && errno == EINTR {}
    while getppid() == parent { usleep(200_000) }
    _exit(0)
  }
}
