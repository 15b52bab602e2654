/// Bytes that are read once, from the front: a pipe, a file, or bytes in memory.
public final class ByteStream {
  private let read: (Int) throws(ImageError) -> [UInt8]
  private var buffer: [UInt8] = []
  private var position = 0
  private var hasEnded = false

  /// Makes a stream.
  ///
  /// - Parameter read: Gives the next bytes, at most as many as it is asked for, as soon as there are
  ///   any; none at the end.
  public init(_ read: @escaping (Int) throws(ImageError) -> [UInt8]) {
    self.read = read
  }

  public convenience init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    self.init { (count: Int) throws(ImageError) -> [UInt8] in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }

  /// True if no bytes are left.
  func isAtEnd() throws(ImageError) -> Bool { try !fill(1) }

  /// Looks at the next bytes without taking them; fewer at the end.
  func peek(_ count: Int) throws(ImageError) -> ArraySlice<UInt8> {
    _ = try fill(count)
    return buffer[position...].prefix(count)
  }

  /// Takes bytes; `nil` if fewer are left.
  func take(_ count: Int) throws(ImageError) -> [UInt8]? {
    guard try fill(count) else { return nil }
    defer { position += count }
    return Array(buffer[position..<position + count])
  }

  /// Takes a line without its end; `nil` if there is none within a number of bytes.
  func line(atMost limit: Int) throws(ImageError) -> [UInt8]? {
    var searched = 0
    while searched < limit {
      // No more than the line is waited for: what follows it may come much later.
      guard try fill(searched + 1) else { return nil }
      let held = buffer[position...].prefix(limit)
      if let end = held.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return Array(buffer[position..<end])
      }
      searched = held.count
    }
    return nil
  }

  /// The bytes that are held and not taken; positions in it stay valid until bytes are taken.
  var held: ArraySlice<UInt8> { buffer[position...] }

  /// Reads until this many bytes are held; false if there are fewer.
  func fill(_ count: Int) throws(ImageError) -> Bool {
    if position > 0, position + count > buffer.count {
      buffer.removeFirst(position)
      position = 0
    }
    while buffer.count - position < count, !hasEnded {
      let bytes = try read(max(count - (buffer.count - position), 1 << 16))
      hasEnded = bytes.isEmpty
      buffer += bytes
    }
    return buffer.count - position >= count
  }
}
