import Foundation

extension GuardedRun {
  /// Runs a tool that must end well, and returns its output.
  ///
  /// - Parameters:
  ///   - tool: The tool's name, for the words of an error.
  ///   - fault: The start of the error's sentence.
  ///   - tooMuch: The end of the sentence for one that printed more than was to be read.
  /// - Throws: ``PluginError`` if it does not start, ends otherwise, is stopped, or takes too long.
  static func output(
    of settings: WorkerSettings, tool: String, doing fault: String, reading use: Output,
    limit seconds: Double, tooMuch: String, isStopped: () -> Bool
  ) throws(PluginError) -> String {
    let run: GuardedRun
    do throws(PluginError) {
      run = try GuardedRun.run(settings, reading: use, limit: seconds, isStopped: isStopped)
    } catch {
      throw PluginError(.unavailable, "\(fault): \(error.message)")
    }
    switch run.ending {
    case .ended(.exited(0)): return String(decoding: run.output, as: UTF8.self)
    case .stopped: throw PluginError(.unavailable, "\(fault): it was stopped")
    case .timedOut:
      throw PluginError(.unavailable, "\(fault): it took longer than \(Int(seconds)) s")
    case .printedTooMuch: throw PluginError(.unavailable, "\(fault): \(tool) printed \(tooMuch)")
    case .ended:
      let complaint = "\(fault): \(run.complaint(of: tool))"
      // Others have rights of their user's.
      throw PluginError(
        .unavailable,
        settings.program.isTool && settings.sandbox != .none
          ? RefusedRead.completed(complaint, of: settings.program) : complaint)
    }
  }

  /// The sentence with which a tool says why it failed: pip's last error, a compiler's first one, or the
  /// last line of others.
  func complaint(of program: String) -> String {
    // Builds colour what they print, also for nobody; of the errors the escapes are replaced already.
    let printed = (String(decoding: output, as: UTF8.self) + "\n" + errors)
      .replacing(/[\u{1B}\u{FFFD}]\[[0-9;]*[A-Za-z]/, with: "")
    let lines = printed.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
    // pip then says last that there is no such package, as if it had looked.
    guard !lines.contains(where: { $0.contains("after connection broken by") }) else {
      return "the package index cannot be reached"
    }
    let error = lines.last { $0.hasPrefix("ERROR:") }.map {
      $0.dropFirst("ERROR:".count).trimmingCharacters(in: .whitespaces)
    }
    // What follows a compiler's error are its consequences, and the words of the program that called it.
    let cause = lines.first { $0.contains(" error: ") }
    if let text = error ?? cause ?? lines.last { return String(text.prefix(300)) }
    let name = program.split(separator: "/").last.map(String.init) ?? program
    return switch ending {
    case .ended(.exited(let code)): "\(name) ended with exit code \(code)"
    case .ended(let ending): "\(name) was \(ending)"
    default: "\(name) was ended"
    }
  }
}
