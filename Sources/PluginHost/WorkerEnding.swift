#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The end of a worker process, as the kernel reported it.
public enum WorkerEnding: Hashable, Sendable, CustomStringConvertible {
  /// It exited by itself with this code.
  case exited(Int)
  /// A signal that the host did not send ended it.
  case signalled(Int)

  public var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signalled(let number): "killed by \(Self.signalName(number))"
    }
  }

  private static func signalName(_ number: Int) -> String {
    switch Int32(number) {
    case SIGABRT: "SIGABRT (abort)"
    case SIGSEGV: "SIGSEGV (segmentation fault)"
    case SIGBUS: "SIGBUS (bus error)"
    case SIGFPE: "SIGFPE (arithmetic error)"
    case SIGILL: "SIGILL (illegal instruction)"
    case SIGKILL: "SIGKILL"
    case SIGTERM: "SIGTERM"
    case SIGTRAP: "SIGTRAP"
    case SIGXCPU: "SIGXCPU (CPU limit)"
    default: "signal \(number)"
    }
  }
}
