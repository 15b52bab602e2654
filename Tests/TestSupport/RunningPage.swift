import Foundation
import Testing

/// A running command that serves a page, and plain requests to it.
package final class RunningPage {
  private let process = Process()
  private let errors = Pipe()
  /// All that was printed until the page could be opened.
  package let printed: String
  /// The address, and its port and token.
  package let address: String
  package let port: UInt16
  package let token: String
  package let scratch: ScratchFolder

  private static let binaries = URL(filePath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().path

  /// Starts a command in a folder of its own.
  ///
  /// - Parameter programs: The folder of the only programs that it finds, a browser among them; `nil` for all.
  package init(
    _ arguments: [String], in scratch: ScratchFolder? = nil, programs: String? = nil
  ) throws {
    self.scratch = try scratch ?? ScratchFolder()
    process.executableURL = URL(filePath: Self.binaries + "/harness")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: self.scratch.path)
    if let programs {
      process.environment = ProcessInfo.processInfo.environment.merging(["PATH": programs]) { $1 }
    }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    var text = ""
    while !text.contains("Ctrl-C ends it") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      text += String(decoding: piece, as: UTF8.self)
    }
    let found = try #require(
      text.firstMatch(of: /https?:\/\/127\.0\.0\.\d+:(\d+)\/\?token=(\w+)/), "it printed \(text)")
    (printed, address) = (text, String(found.0))
    port = try #require(UInt16(found.1))
    token = String(found.2)
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Waits until it ends by itself.
  ///
  /// - Returns: Its exit code.
  package func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Ends it as Ctrl-C does.
  ///
  /// - Returns: Its exit code.
  package func end() -> Int32 {
    process.terminate()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Opens the page; returns the key that is in it.
  package func open() throws -> String {
    let page = try ask("GET", "/?token=\(token)")
    return try String(#require(page.text.firstMatch(of: /key&quot;:&quot;(\w+)&quot;/)).1)
  }

  package struct Answer {
    package let status: Int
    package let head: String
    package let body: [UInt8]
    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Sends one request and reads all of the answer.
  package func ask(
    _ method: String, _ path: String, key: String? = nil, host: String? = nil,
    origin: String? = "own", headers: [String] = [], body: [UInt8]? = nil
  ) throws -> Answer {
    var lines = ["\(method) \(path) HTTP/1.1", "Connection: close"]
    lines.append("Host: \(host ?? "127.0.0.1:\(port)")")
    if let origin {
      lines.append("Origin: \(origin == "own" ? "http://127.0.0.1:\(port)" : origin)")
    }
    if let key { lines.append("X-Harness-Key: \(key)") }
    if let body { lines.append("Content-Length: \(body.count)") }
    let request = (lines + headers).joined(separator: "\r\n") + "\r\n\r\n"
    let socket = try PlainSocket(port: port)
    try socket.send(Array(request.utf8) + (body ?? []))
    return try Self.answer(socket.readAll())
  }

  private static func answer(_ bytes: [UInt8]) throws -> Answer {
    let end = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) }, "no answer came")
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    let status = try #require(head.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return Answer(status: status, head: head, body: Array(bytes[(end + 4)...]))
  }

  /// Takes the socket of a tab; returns it open, after the server's answer.
  package func attach(key: String) throws -> (socket: PlainSocket, head: String) {
    let socket = try PlainSocket(port: port)
    try socket.send(
      Array(
        """
        GET /tab?key=\(key) HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Origin: http://127.0.0.1:\(port)\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \r

        """.utf8))
    return (socket, String(decoding: try socket.readSome(), as: UTF8.self))
  }
}

/// A connection to a port of this machine.
package final class PlainSocket {
  private let descriptor: Int32

  package init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0, "port \(port) does not answer")
  }

  deinit { close(descriptor) }

  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      try #require(count > 0, "the connection was closed")
      rest = rest.dropFirst(count)
    }
  }

  /// Waits for its end, as long as nothing comes.
  package func isEnded(withinMilliseconds time: Int32) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    return poll(&one, 1, time) > 0 && recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
  }

  package func readSome() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  package func readAll() throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let piece = try readSome()
      if piece.isEmpty { return all }
      all += piece
    }
  }
}
