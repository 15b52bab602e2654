#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file descriptors that a run's workers need, reserved before the first of them starts.
///
/// A process that runs out of them in the middle of a run could not even tell whose fault it is.
public enum DescriptorBudget {
  /// Descriptors per worker: three pipes with both ends open while it starts, and its supervision.
  private static let perWorker = 8
  /// Descriptors of the harness: store, reports, standard streams, and room for what libraries
  /// open.
  private static let own = 64

  /// Raises the soft limit if that is needed and allowed.
  ///
  /// - Throws: ``PluginError`` when the hard limit is too low; it says what would be enough.
  public static func reserve(workers: Int) throws(PluginError) {
    let needed = rlim_t(own + perWorker * workers)
    var limit = rlimit()
    guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < needed else { return }
    guard limit.rlim_max >= needed else {
      throw PluginError(
        .notStarted,
        "\(workers) workers need about \(needed) open files, and no more than \(limit.rlim_max) are "
          + "allowed here (ulimit -Hn): take fewer --jobs or decoders")
    }
    limit.rlim_cur = needed
    setrlimit(descriptors, &limit)
  }

  #if canImport(Glibc)
    private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let descriptors = RLIMIT_NOFILE
  #endif
}
