#if canImport(Live) && canImport(Screen)
  import Base
  import Corpora
  import DecoderKit
  import Evaluation
  import FlyingFox
  import Foundation
  import Live
  import PluginHost
  import Results
  import Screen
  import Serving
  import Sessions

  /// What a page, or somebody in its place, sends to harness live and to harness screen.
  ///
  /// The first byte chooses: `l` for requests to live, `s` for those to screen, others for frames of a tab's socket.
  enum PageInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
      let rest = bytes.dropFirst()
      try ForeignInput.inFolder { folder throws(BrokenPromise) in
        let fault: String?
        if let site = try? site(bytes.first ?? 0, folder) {
          let requests = Self.requests(rest)
          fault = AsyncWork { await Self.fault(of: requests, at: site) }.value()
        } else {
          fault = AsyncWork { await Self.fault(ofFrames: rest) }.value()
        }
        if let fault { throw BrokenPromise(fault) }
      }
    }

    // MARK: Requests

    /// A request, and what it lacks on purpose.
    private struct Sent: Sendable {
      var lacks: UInt8 = 0
      let line: String
      var body: [UInt8] = []

      var isGet: Bool { line.isEmpty || line == "GET" || line.hasPrefix("GET ") }
      var hasKey: Bool { lacks & 1 == 0 }
      var hasHost: Bool { lacks & 2 == 0 }
      var hasOrigin: Bool { lacks & 4 == 0 }
      /// True for a program that shows the token.
      var hasToken: Bool { lacks & 8 != 0 }
      /// True if it may be let in without a key: its words TOKEN and KEY stand for the secrets.
      var isInsider: Bool { line.contains("TOKEN") || line.contains("KEY") || hasToken }
    }

    /// Up to 32 requests with two bytes of 0x1e between them: a byte that says what it lacks, the method and the path up
    /// to a line feed, and the body.
    private static func requests(_ bytes: ArraySlice<UInt8>) -> [Sent] {
      var parts: [[UInt8]] = [[]]
      for byte in bytes {
        parts[parts.count - 1].append(byte)
        if parts[parts.count - 1].suffix(2) == [0x1e, 0x1e] {
          parts[parts.count - 1].removeLast(2)
          parts.append([])
        }
      }
      return parts.prefix(32).map { part in
        let end = part.firstIndex(of: 0x0a) ?? part.count
        return Sent(
          lacks: part.first ?? 0, line: String(decoding: part[..<end].dropFirst(), as: UTF8.self),
          body: Array(part[end...].dropFirst()))
      }
    }

    private static func site(_ choice: UInt8, _ folder: String) throws -> (any PageSite)? {
      switch choice {
      case UInt8(ascii: "l"):
        guard let thresholds else { return nil }
        return LivePlan(
          decoders: [try decoder()], deathsBeforeGivingUp: 1, viewing: nil, thresholds: thresholds,
          images: [], folder: folder
        ).site(stop: StopSignal())
      case UInt8(ascii: "s"):
        guard let corpus = ForeignInput.tiny else { return nil }
        let plan = try ScreenPlan(corpus: corpus, name: "Keys", folder: folder)
        return plan.site(of: try ScreenSession(plan: plan))
      default: return nil
      }
    }

    private static let thresholds = try? ThresholdSource(nil, catalog: CorpusCatalog(folders: []))

    /// A decoder whose program is not there: frames go all the way but into another process.
    private static func decoder() throws -> ConfiguredDecoder {
      let identity = DecoderIdentity(
        name: "none", summary: "Does not start.", library: "none", version: "1",
        symbologies: Set(Symbology.allCases))
      return ConfiguredDecoder(
        label: "none", identity: identity,
        options: try DecoderOptions(resolving: [:], for: identity),
        members: [WorkerSettings(executable: "/nonexistent")],
        fingerprint: DecoderFingerprint(sha256: "0", files: []))
    }

    /// No answer is an error of the server's own, and nobody who lacks a key, a host or an origin is let in.
    private static func fault(of requests: [Sent], at site: any PageSite) async -> String? {
      let desk = PageDesk(site: site)
      let token = await desk.listen(at: PagePlace(port: 8123))
      let page = await desk.answer(request(Sent(line: "GET /?token=TOKEN"), token, ""))
      let text = String(decoding: (try? await page.bodyData) ?? Data(), as: UTF8.self)
      let key = text.firstMatch(of: /key&quot;:&quot;(\w+)&quot;/).map { String($0.1) } ?? ""
      var fault = key.isEmpty ? "the page has no key" : nil
      for sent in requests where fault == nil {
        let status = await desk.answer(request(sent, token, key)).statusCode
        // Browsers send no Origin with a plain GET.
        let isStranger = !sent.hasKey || !sent.hasHost || !sent.hasOrigin && !sent.isGet
        if status == .internalServerError {
          fault = "\(sent.line) ended with an error of the server"
        } else if isStranger, !sent.isInsider, status != .forbidden {
          fault = "a stranger's \(sent.line) was answered with \(status.code)"
        }
      }
      await site.close()
      return fault
    }

    private static func request(_ sent: Sent, _ token: String, _ key: String) -> HTTPRequest {
      let line = sent.line.replacing("TOKEN", with: token).replacing("KEY", with: key)
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let target = (words.dropFirst().first ?? "/").split(separator: "?", maxSplits: 1)
      var headers: [HTTPHeader: String] = [.host: sent.hasHost ? "127.0.0.1:8123" : "evil.example"]
      if sent.hasOrigin { headers[HTTPHeader("Origin")] = "http://127.0.0.1:8123" }
      if sent.hasKey { headers[PageAnswer.keyHeader] = key }
      if sent.hasToken { headers[HTTPHeader("X-Harness-Token")] = token }
      return HTTPRequest(
        method: HTTPMethod(words.first ?? "GET"), version: .http11,
        target: HTTPRequest.Target(
          path: String(target.first ?? "/"), query: String(target.dropFirst().first ?? "")),
        headers: HTTPHeaders(headers), body: HTTPBodySequence(data: Data(sent.body)))
    }

    // MARK: The socket of a tab

    /// Frames, each an opcode, a length and as many bytes: pings alone are answered, and the end is told.
    private static func fault(ofFrames bytes: ArraySlice<UInt8>) async -> String? {
      var (rest, frames): (ArraySlice<UInt8>, [WSFrame]) = (bytes, [])
      while let opcode = rest.popFirst(), let count = rest.popFirst() {
        frames.append(
          WSFrame(
            fin: opcode & 0x80 != 0, opcode: WSFrame.Opcode(opcode & 15), mask: nil,
            payload: Data(rest.prefix(Int(count)))))
        rest = rest.dropFirst(Int(count))
      }
      let (client, sender) = AsyncThrowingStream.makeStream(of: WSFrame.self)
      for frame in frames { sender.yield(frame) }
      sender.finish()
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      guard let replies = try? await TabSocket({ end.finish() }).makeFrames(for: client) else {
        return "the socket of a tab is refused"
      }
      var opcodes: [WSFrame.Opcode] = []
      for await reply in replies { opcodes.append(reply.opcode) }
      for await _ in ended {}
      let pings = frames.count { $0.opcode == .ping }
      return opcodes.last == .close && opcodes.count <= pings + 1
        ? nil : "\(opcodes.count) answers to \(pings) pings"
    }
  }
#else
  enum PageInput {
    static func check(_: [UInt8]) {}
  }
#endif
