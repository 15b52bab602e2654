import Foundation

/// The folders in which the loader looks for a program's libraries because the program says so (its `RUNPATH`).
enum LoaderPath {
  /// Reads a program of the ELF format; none of another one, and of one that contradicts itself.
  ///
  /// - Parameter program: The real path.
  static func folders(of program: String) -> [String] {
    guard let file = ELFFile(program), let text = file.runPath() else { return [] }
    let origin = RealPath.parent(of: program)
    return text.split(separator: ":").prefix(32).map {
      String($0).replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
    }.filter { $0.hasPrefix("/") }
  }

  /// The shared libraries in a folder: of such a folder nothing else is opened, whatever it is.
  static func libraries(in folder: String) -> [String] {
    RealPath.names(in: folder).filter { $0.hasSuffix(".so") || $0.contains(".so.") }.prefix(512)
      .map { "\(folder)/\($0)" }
  }
}

/// The parts of an ELF file that name folders of libraries. Files of 64 bits with the low byte first are read.
private final class ELFFile {
  private let descriptor: Int32
  /// The loaded parts: where they are in memory, in the file, and how long.
  private var segments: [(address: UInt64, offset: UInt64, size: UInt64)] = []
  private var dynamic: (offset: UInt64, size: UInt64)?

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    guard let head = bytes(at: 0, count: 64), Array(head[0..<6]) == [0x7F, 0x45, 0x4C, 0x46, 2, 1]
    else {
      return nil
    }
    let (offset, size, count) = (word(head, 32), UInt64(half(head, 54)), UInt64(half(head, 56)))
    guard size >= 56, size < 1024, count < 4096, offset < 1 << 40 else { return nil }
    for index in 0..<count {
      guard let entry = bytes(at: offset + index * size, count: 56) else { return nil }
      let part = (address: word(entry, 16), offset: word(entry, 8), size: word(entry, 32))
      switch half(entry, 0) {
      case 1: segments.append(part)
      case 2: dynamic = (part.offset, part.size)
      default: break
      }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func runPath() -> String? {
    guard let dynamic, let table = bytes(at: dynamic.offset, count: Int(min(dynamic.size, 1 << 16)))
    else { return nil }
    var (texts, path): (UInt64?, UInt64?)
    for entry in stride(from: 0, to: table.count - 15, by: 16) {
      switch word(table, entry) {
      case 5: texts = word(table, entry + 8)
      case 15: path = path ?? word(table, entry + 8)
      case 29: path = word(table, entry + 8)
      default: break
      }
    }
    guard let texts, let path,
      let segment = segments.first(where: { texts >= $0.address && texts - $0.address < $0.size }),
      path < 1 << 32, segment.offset < 1 << 40,
      let text = bytes(
        at: segment.offset + (texts - segment.address) + path, count: 4096, orLess: true)
    else { return nil }
    return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
  }

  private func bytes(at offset: UInt64, count: Int, orLess: Bool = false) -> [UInt8]? {
    guard offset < 1 << 42 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = pread(descriptor, &bytes, count, off_t(offset))
    guard filled == count || (orLess && filled > 0) else { return nil }
    return Array(bytes.prefix(filled))
  }

  private func half(_ bytes: [UInt8], _ place: Int) -> UInt16 {
    UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
  }

  private func word(_ bytes: [UInt8], _ place: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
  }
}
