import DecoderKit
import PluginHost

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
      throw Objection(
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
      throw Objection(
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
    } catch var objection as Objection {
      objection.advice =
        "Leave TERM its default action, or end within 200 ms: after that a host kills."
      throw objection
    }
  }
}
