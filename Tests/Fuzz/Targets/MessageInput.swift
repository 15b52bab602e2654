import DecoderKit
import Foundation
import PluginHost

/// Headers of frames: one message, or several in lines that make a conversation.
enum MessageInput {
  /// A plugin's side of a conversation; the quick reader agrees with `JSONDecoder` on each message.
  static func check(answers bytes: [UInt8]) throws(BrokenPromise) {
    var conversation = Conversation()
    for line in bytes.split(separator: 0x0A, maxSplits: 8) {
      let header = Array(line)
      if let quick = DecodeResult(scanning: header) {
        let slow = try? JSONDecoder().decode(PluginMessage.self, from: Data(header))
        try promise(slow == .result(quick), "the quick reader reads another answer: \(quick)")
      }
      guard let message = try? PluginMessage(header: header) else { continue }
      if let written = try? message.header() {
        let again = try? PluginMessage(header: written)
        try promise(again == message, "an answer is another one once written: \(message)")
      }
      _ = try? conversation.receive(message)
      if conversation.canStartDecoding { _ = conversation.startDecoding() }
    }
  }

  /// The host's side, which the SDK reads in every plugin written with it.
  static func check(requests header: [UInt8]) throws(BrokenPromise) {
    if let quick = DecodeRequest(scanning: header) {
      let slow = try? JSONDecoder().decode(HostMessage.self, from: Data(header))
      try promise(slow == .decode(quick), "the quick reader reads another request: \(quick)")
    }
    guard let message = try? HostMessage(header: header) else { return }
    let again = try? HostMessage(header: message.header)
    try promise(again == message, "a request is another one once written: \(message)")
  }
}
