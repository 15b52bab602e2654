import DecoderKit
import PluginHost

/// The wording of objections to a plugin that does not answer as it should, all in one place.
extension CheckFault {
  /// The plugin answered nothing in time.
  static func silent(
    _ due: DueMessage, to what: String, nanoseconds: Int, unread: [UInt8], diagnostics: String
  ) -> CheckFault {
    guard unread.isEmpty else {
      return CheckFault(
        "answered \(what) with \(unread.count) bytes and then nothing for "
          + "\(seconds(nanoseconds)): \(excerpt(unread))" + printed(diagnostics),
        advice: looksPrinted(unread)
          ? Advice.standardOutput
          : "Send the whole frame: eight bytes of lengths (little-endian), then as many bytes of "
            + "JSON as the first length says; flush after it.")
    }
    return CheckFault(
      "did not answer \(what) within \(seconds(nanoseconds))" + printed(diagnostics),
      advice: due != .result
        ? "Flush standard output after every frame, and read exactly the bytes that the lengths "
          + "announce: a plugin that waits for more, or for the end of its input, waits forever."
        : "Bound the library's search (most have a time limit), or refuse with an \"error\" field "
          + "what would take too long. If it is just slow, raise --timeout.")
  }

  /// The plugin's output ended where an answer was due.
  static func ended(
    _ ending: WorkerEnding?, _ what: String, unread: [UInt8], diagnostics: String
  ) -> CheckFault {
    guard let ending else {
      return CheckFault(
        "closed its standard output instead of answering \(what), and runs on"
          + printed(diagnostics),
        advice: "Keep the descriptor that answers go to open until the input ends.")
    }
    guard unread.isEmpty else {
      return CheckFault(
        "\(ending.asVerb) inside its answer to \(what), after \(excerpt(unread))"
          + printed(diagnostics),
        advice: looksPrinted(unread)
          ? Advice.standardOutput : "Write the whole frame and flush it before anything else.")
    }
    return CheckFault(
      "\(ending.asVerb) instead of answering \(what)" + printed(diagnostics),
      advice: Advice.ending(ending))
  }

  /// The plugin's bytes are no frame.
  static func noFrame(_ bytes: [UInt8], _ error: FrameError) -> CheckFault {
    guard !looksPrinted(bytes) else { return noise(bytes) }
    return CheckFault(
      "sent \(error)",
      advice: error.isAboutPayload
        ? "The second length is that of a payload; a plugin's frames have none, so it is 0."
        : "A frame starts with two lengths of four bytes each, least significant byte first: that "
          + "of the JSON behind them, and 0.")
  }

  /// The plugin wrote something between or behind its frames.
  static func noise(_ bytes: [UInt8]) -> CheckFault {
    CheckFault(
      "wrote something on standard output that is not a frame: \(excerpt(bytes))",
      advice: looksPrinted(bytes)
        ? Advice.standardOutput
        : "Write nothing but frames: no newline, no padding, no second answer.")
  }

  /// The plugin's frame holds something other than a message.
  static func notAMessage(_ header: [UInt8], _ error: any Error) -> CheckFault {
    if let error = error as? UnsupportedProtocolVersion {
      return CheckFault(
        "says in its hello that it speaks version \(error.version) of the protocol",
        advice: "\"protocol\" is the version that the plugin speaks: "
          + "\(PluginProtocol.version), a number without quotes.")
    }
    if let error = error as? MessageTooLarge {
      return CheckFault(
        "\(error)",
        advice: "docs/plugin-protocol.md has the limits; leave out what no image can hold.")
    }
    let problem = (error as? DecodingError).map(sentence) ?? "\(error)"
    return CheckFault(
      "sent a message in which \(problem): \(excerpt(header))",
      advice: "docs/plugin-protocol.md lists every message's fields and their types.")
  }

  /// The plugin sent a message that was not due.
  static func outOfTurn(_ header: [UInt8], due: DueMessage) -> CheckFault {
    CheckFault(
      "sent \(excerpt(header)) when \"\(due)\" was due",
      advice: "One question, one answer: hello → hello, configure → ready, decode → result.")
  }

  /// The plugin answered another request.
  static func wrongID(_ id: Int, asked: Int) -> CheckFault {
    CheckFault(
      "answered request \(asked) with id \(id)",
      advice:
        "Echo the request's \"id\" as it came, a whole number of up to 64 bits: a plugin that counts "
        + "by itself, or keeps numbers as floating point, gets it wrong.")
  }

  /// The plugin's answer does not repeat its request's nonce.
  static func wrongNonce(_ nonce: Int?, asked: Int?) -> CheckFault {
    CheckFault(
      "answered an image with the nonce \(asked.map(String.init) ?? "none") "
        + (nonce.map { "with the nonce \($0)" } ?? "without a nonce"),
      advice:
        "A plugin that says \"nonces\": true in its hello repeats each request's \"nonce\" in "
        + "its result, as it came, in a result with an \"error\", too.")
  }

  /// The plugin said `error` where it should have gone on.
  static func gaveUp(_ refusal: Refusal) -> CheckFault {
    CheckFault(
      "gave up with an \"error\" on \(refusal.what): \(refusal.reason)",
      advice: "\"error\" ends the conversation. If one image failed and the next may work, answer "
        + "\"result\" with an \"error\" field instead, and go on.")
  }

  /// The plugin did not take what it was sent.
  static func notRead(_ what: String, diagnostics: String) -> CheckFault {
    CheckFault(
      "did not read \(what) from its standard input" + printed(diagnostics),
      advice: "Read the whole frame, header and payload, before anything else.")
  }

  /// The plugin does not end.
  static func goesOn(_ occasion: String, nanoseconds: Int, diagnostics: String) -> CheckFault {
    CheckFault(
      "still runs \(seconds(nanoseconds)) after \(occasion)"
        + printed(diagnostics),
      advice:
        "Leave the loop when a read gives no bytes, and exit without waiting for your own threads."
    )
  }

  // MARK: - Parts of sentences

  /// The plugin's output on standard error, worded to follow a sentence.
  ///
  /// It is the line that names the problem if there is one, because a backtrace is long.
  static func printed(_ diagnostics: String) -> String {
    let lines = diagnostics.split(separator: "\n")
    let telling = lines.last { line in
      ["ssert", "rror", "xception", "atal", "anic"].contains { line.contains($0) }
    }
    let shown = telling.map(String.init) ?? lines.suffix(3).joined(separator: " / ")
    return shown.isEmpty ? "" : "; it printed: \(String(shown.suffix(300)))"
  }

  static func seconds(_ nanoseconds: Int) -> String {
    nanoseconds % 1_000_000_000 == 0
      ? "\(nanoseconds / 1_000_000_000) s" : "\(nanoseconds / 1_000_000) ms"
  }

  /// The start of the bytes that came, in readable form.
  static func excerpt(_ bytes: [UInt8]) -> String {
    bytes.prefix(100).readable + (bytes.count > 100 ? "…" : "")
  }

  /// True if bytes are printed text, not the lengths that begin a frame.
  private static func looksPrinted(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(4).allSatisfy { (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }
  }

  /// The fault in a JSON message, as the end of "a message in which …".
  private static func sentence(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.isEmpty
        ? "the header"
        : "\""
          + path.map { $0.intValue.map(String.init) ?? $0.stringValue }
          .joined(separator: ".") + "\""
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context.codingPath)) is of the wrong type"
    case .dataCorrupted(let context):
      let why = context.debugDescription
      return context.codingPath.isEmpty
        ? "the header is no JSON (\(why))" : "\(place(context.codingPath)) is wrong (\(why))"
    @unknown default:
      return "\(error)"
    }
  }
}

/// Advice that fits several objections.
enum Advice {
  static let standardOutput =
    "Something prints on standard output, which is only for frames. First of all, before the "
    + "library is loaded, duplicate descriptor 1 for your answers and point 1 at standard error "
    + "(dup, dup2); the SDKs do."

  static func ending(_ ending: WorkerEnding) -> String {
    switch ending {
    case .exited:
      "Answer what cannot be read with \"readings\": [] and what the library cannot take with an "
        + "\"error\" field; exit only when the input ends. If the plugin prints why it dies "
        + "on standard error, the report shows that."
    case .signalled:
      "Run the plugin under a debugger with this image. If the library crashes on it, answer such "
        + "images with an \"error\" field before they get there, or take a fixed version: in a "
        + "comparison each one counts as a crash of this decoder."
    case .exceededMemory:
      "Use less memory, or say in plugin.yaml how much it needs: memory-limit: 4G."
    case .exceededTasks:
      "Wait for the processes and threads that it starts, or start fewer."
    }
  }
}

extension WorkerEnding {
  /// The way in which the process ended, as a verb with the plugin as its subject.
  var asVerb: String {
    switch self {
    case .exited: "\(self)"
    case .signalled, .exceededMemory, .exceededTasks: "was \(self)"
    }
  }
}

extension FrameError {
  fileprivate var isAboutPayload: Bool {
    switch self {
    case .payloadTooLong, .unexpectedPayload: true
    case .emptyHeader, .headerTooLong: false
    }
  }
}
