import CProcess
import Foundation

/// A program that was started in a process group of its own.
package struct ProcessStart {
  /// The reason that a program does not start.
  package struct Failure: Error {
    /// The system's error number (`errno`).
    package let systemCode: Int32

    /// The system's words for the reason.
    package var reason: String { String(cString: strerror(systemCode)) }
  }

  /// The process id, which is the group's, too.
  package let identifier: pid_t

  /// Starts a program, with no signal blocked or ignored.
  ///
  /// - Parameters:
  ///   - words: The path of the program, and its arguments.
  ///   - environment: The variables; `nil` for this process's.
  ///   - folder: The folder in which it works; `nil` for this process's.
  ///   - descriptors: The descriptors that it gets as its first ones; it gets no others.
  package init(
    _ words: [String], environment: [String: String]? = nil, folder: String? = nil,
    descriptors: [Int32]
  ) throws(Failure) {
    var process = pid_t()
    let error = Self.withCStrings(words) { words in
      Self.withCStrings(environment?.map { "\($0)=\($1)" } ?? []) { variables in
        process_start(
          words[0], words, environment == nil ? nil : variables, folder, descriptors,
          Int32(descriptors.count), &process)
      }
    }
    guard error == 0 else { throw Failure(systemCode: error) }
    identifier = process
  }

  /// Turns this process into another program, which gets its terminal, its variables and its place.
  ///
  /// - Parameter words: The path of the program, and its arguments.
  /// - Throws: ``FileError`` if the program does not start. Otherwise it does not return.
  package static func replaceThisProcess(with words: [String]) throws(FileError) -> Never {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    withCStrings(words) { if let program = $0[0] { _ = execv(program, $0) } }
    throw FileError.system("does not start", words[0])
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
