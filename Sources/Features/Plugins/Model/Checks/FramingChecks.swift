import DecoderKit
import Foundation

/// Checks of the frames that the plugin reads and writes.
enum FramingChecks {
  static let all = [
    oneByteAtATime, gluedTogether, unusualJSON, identifiers, nonces, onlyFrames, oversizedHeader,
    oversizedPayload, emptyHeader, noJSON,
  ]

  private static let image = GrayImage(width: 12, height: 9, filledWith: 255)
  private static let what = "a white image of 12 × 9 pixels"

  // MARK: - Whole frames

  static let oneByteAtATime = ConformanceCheck(
    "one-byte-at-a-time", .framing, "reads frames that arrive byte by byte"
  ) { bench in
    let conversation = try bench.start()
    func drip(_ frame: [UInt8], _ what: String) throws {
      for byte in frame {
        try conversation.send([byte], about: what)
        // A pause, so that a reader that the first byte wakes does not find all bytes at once.
        usleep(50)
      }
    }
    return try reconsidering(
      "Bytes may arrive in any pieces: read in a loop until you have as many as the lengths say."
    ) {
      try drip(frame(.hello(version: PluginProtocol.version)), "hello, byte by byte")
      _ = try conversation.hear(.hello, to: "hello, byte by byte")
      try drip(frame(.configure(options: bench.settings.options)), "the options, byte by byte")
      _ = try conversation.hear(.ready, to: "the options, byte by byte")
      try drip(frame(.decode(request(1)), image), "an image, byte by byte")
      _ = try conversation.hearResult(to: "an image, byte by byte", id: 1)
      return "hello, options and an image"
    }
  }

  static let gluedTogether = ConformanceCheck(
    "glued-together", .framing, "reads frames that arrive all at once"
  ) { bench in
    let count = 3
    var frames = frame(.hello(version: PluginProtocol.version))
    frames += frame(.configure(options: bench.settings.options))
    for id in 1...count { frames += frame(.decode(request(id)), image) }
    let conversation = try bench.start()
    return try reconsidering(
      "Read exactly as many bytes as the lengths say and leave the rest for the next frame: a read "
        + "of \"what is there\" may bring several."
    ) {
      try conversation.send(frames, about: "five frames in one piece")
      _ = try conversation.hear(.hello, to: "five frames in one piece")
      _ = try conversation.hear(.ready, to: "five frames in one piece")
      for id in 1...count { _ = try conversation.hearResult(to: "image \(id) of \(count)", id: id) }
      return "five frames, five answers in order"
    }
  }

  static let unusualJSON = ConformanceCheck(
    "unknown-fields", .framing, "ignores fields that it does not know, in any order and layout"
  ) { bench in
    let extra = #""later": {"a": [1, {"b": "}\"]é\u00e9\\"}, null, -2.5e3, true], "c": {}}"#
    let options = HostMessage.configure(options: bench.settings.options)
    let opened = String(decoding: options.header, as: UTF8.self).dropFirst()
    let conversation = try bench.start()
    return try reconsidering(
      "Headers are JSON: read them with a JSON parser, look fields up by name, ignore those that the "
        + "plugin does not know, and take null for a field that is left out. Fields will be added."
    ) {
      try conversation.say(
        Array("{\(extra),\n \"protocol\" : 1 ,\t\"type\":\"hello\"}".utf8), about: "hello")
      _ = try conversation.hear(.hello, to: "a hello with a field more")
      try conversation.say(Array("{\(extra), \(opened)".utf8), about: "the options")
      _ = try conversation.hear(.ready, to: "options with a field more")
      let header = """
        { "rowStride": 12, "height": 9, \(extra), "width": 12, "maximumCount": null,
          "symbologies": null, "id": 1, "type": "decode" }
        """
      try conversation.say(Array(header.utf8), payload: image.sentBytes, about: what)
      _ = try conversation.hearResult(to: "a request with fields more", id: 1)
      return "in hello, options and a request"
    }
  }

  static let identifiers = ConformanceCheck(
    "ids", .framing, "echoes ids of up to 64 bits"
  ) { bench in
    let conversation = try bench.open()
    // 2⁵³ + 1 is the first whole number that a 64-bit floating-point number cannot hold.
    for id in [1, 2, 77, 1 << 31, 1 << 32 + 5, 1 << 53 + 1, Int.max] {
      _ = try conversation.decode(image, "request \(id)", id: id)
    }
    return "up to \(Int.max)"
  }

  static let nonces = ConformanceCheck(
    "nonces", .framing, "repeats the nonce of each image, where it says that it does"
  ) { bench in
    let conversation = try bench.open()
    guard conversation.takesNonces else {
      throw NotJudged(
        "it does not say that it repeats nonces, which is allowed: without them nothing but the "
          + "pipe shows that it answers after it was asked")
    }
    for nonce in [1, 77, 1 << 31, 1 << 32 + 5, PluginProtocol.nonceLimit - 1] {
      _ = try conversation.decode(image, "an image with the nonce \(nonce)", nonce: nonce)
    }
    return "up to \(PluginProtocol.nonceLimit - 1)"
  }

  static let onlyFrames = ConformanceCheck(
    "only-frames", .framing, "writes nothing but its answers on standard output"
  ) { bench in
    let conversation = try bench.open()
    let images = try bench.readable().prefix(3).map { ($0.image, $0.what) }
    for (image, what) in images + [(image, what), (TestImage.noise, "noise")] {
      _ = try conversation.decode(image, what)
    }
    conversation.closeInput()
    let farewell = try conversation.hearFarewell(when: "its input ended")
    guard let extra = farewell.messages.first else { return "\(images.count + 2) answers, no more" }
    throw CheckFault(
      "sent a message more than it was asked for: \(extra)",
      advice: "Answer each request once, and say nothing at the end.")
  }

  // MARK: - Limits

  static let oversizedHeader = ConformanceCheck(
    "oversized-header", .framing, "refuses a header past the limit before reading it"
  ) { bench in
    try refusedLengths(PluginProtocol.maximumHeaderBytes + 1, 0, "header", bench)
  }

  static let oversizedPayload = ConformanceCheck(
    "oversized-payload", .framing, "refuses a payload past the limit before reading it"
  ) { bench in
    try refusedLengths(20, 0xFFFF_FFFF, "payload", bench)
  }

  static let emptyHeader = ConformanceCheck(
    "empty-header", .framing, "refuses a frame without a header"
  ) { bench in
    try refusedLengths(0, 0, "header", bench)
  }

  static let noJSON = ConformanceCheck(
    "no-json", .framing, "refuses a header that is no JSON"
  ) { bench in
    let conversation = try bench.open()
    try conversation.say(Array("{\"type\": \"decode\", \"id\": ".utf8), about: "half a header")
    return try expectEnd(
      of: conversation, when: "it got a header that is no JSON",
      advice:
        "A header that cannot be read ends the conversation: say \"error\" if you can and exit "
        + "with a code other than 0.")
  }

  private static func refusedLengths(
    _ header: UInt32, _ payload: UInt32, _ which: String, _ bench: CheckBench
  ) throws -> String {
    let conversation = try bench.open()
    let lengths = [header, payload].flatMap { length in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: length >> $0) }
    }
    try conversation.send(lengths, about: "two lengths")
    let length = which == "header" ? header : payload
    return try expectEnd(
      of: conversation, when: "it got a frame that announces a \(which) of \(length) bytes",
      advice: "Check both lengths before you allocate or read: headers have 1 to "
        + "\(PluginProtocol.maximumHeaderBytes) bytes, payloads up to "
        + "\(PluginProtocol.maximumPayloadBytes). Past that, say \"error\" if you can and exit with a "
        + "code other than 0.")
  }

  private static func refusedLengths(
    _ header: Int, _ payload: Int, _ which: String, _ bench: CheckBench
  ) throws -> String {
    try refusedLengths(UInt32(header), UInt32(payload), which, bench)
  }

  /// Expects an exit code that reports a failure, after an `error` at most.
  private static func expectEnd(
    of conversation: PluginConversation, when occasion: String, advice: String
  ) throws -> String {
    let farewell: PluginConversation.Farewell
    do {
      farewell = try conversation.hearFarewell(when: occasion)
    } catch var objection as CheckFault {
      objection.advice = advice
      throw objection
    }
    guard farewell.ending.isRegularFailure else {
      throw CheckFault("\(farewell.ending.asVerb) when \(occasion)", advice: advice)
    }
    guard case .error(let reason)? = farewell.messages.last else { return "\(farewell.ending)" }
    return "says: \(reason)"
  }

  // MARK: - Frames

  private static func request(_ id: Int) -> DecodeRequest {
    DecodeRequest(id: id, width: image.width, height: image.height, rowStride: image.rowStride)
  }

  private static func frame(_ message: HostMessage, _ image: GrayImage? = nil) -> [UInt8] {
    PluginConversation.frame(message.header, payload: image?.sentBytes ?? [])
  }

  /// Replaces the advice where a plugin that answers plain frames does not answer these.
  private static func reconsidering(
    _ advice: String, _ body: () throws -> String
  ) throws -> String {
    do {
      return try body()
    } catch var objection as CheckFault {
      objection.advice = advice
      throw objection
    } catch let refusal as Refusal {
      throw CheckFault("answered \(refusal.what) with an error: \(refusal.reason)", advice: advice)
    }
  }
}

/// Checks of the plugin's end.
enum EndingChecks {
  static let all = [inputEnds, inputEndsInsideFrame, terminates]

  static let inputEnds = ConformanceCheck(
    "end-of-input", .ending, "exits with code 0 when its input ends"
  ) { bench in
    try expectCodeZero(of: bench.open(), when: "its input ended after \"ready\"")
    let conversation = try bench.open()
    _ = try conversation.decode(TestImage.white, "a white image")
    try expectCodeZero(of: conversation, when: "its input ended after an image")
    // The plugin has to start first, which takes some plugins longer than ending.
    try expectCodeZero(
      of: bench.start(), when: "its input ended before hello",
      withinNanoseconds: bench.settings.startDeadlineNanoseconds)
    return "after \"ready\", after an image and before hello"
  }

  private static func expectCodeZero(
    of conversation: PluginConversation, when occasion: String,
    withinNanoseconds limit: Int = CheckSettings.endingNanoseconds
  ) throws {
    conversation.closeInput()
    let farewell = try conversation.hearFarewell(when: occasion, withinNanoseconds: limit)
    guard farewell.ending == .exited(0) else {
      throw CheckFault(
        "\(farewell.ending.asVerb) when \(occasion)",
        advice:
          "The end of the input between two frames is how a host says goodbye: leave the loop "
          + "and exit with code 0.")
    }
  }

  static let inputEndsInsideFrame = ConformanceCheck(
    "end-inside-frame", .ending, "ends when its input ends inside a frame"
  ) { bench in
    let conversation = try bench.open()
    try conversation.send([200, 0, 0], about: "three bytes of a frame")
    conversation.closeInput()
    let farewell = try conversation.hearFarewell(when: "its input ended inside a frame")
    guard case .exited = farewell.ending else {
      throw CheckFault(
        "\(farewell.ending.asVerb) when its input ended inside a frame",
        advice: "A read may give fewer bytes than asked for, at the end none: look before you use "
          + "them.")
    }
    return "\(farewell.ending)"
  }

  static let terminates = ConformanceCheck(
    "terminate", .ending, "ends when it gets TERM"
  ) { bench in
    let conversation = try bench.open()
    _ = try conversation.decode(TestImage.white, "a white image")
    conversation.terminate()
    do {
      return "\(try conversation.hearFarewell(when: "it got TERM").ending)"
    } catch var objection as CheckFault {
      objection.advice =
        "Leave TERM its default action, or end within 200 ms: after that a host kills."
      throw objection
    }
  }
}
