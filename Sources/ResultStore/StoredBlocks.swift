import Foundation
import Results

/// The bytes of the columns `outcomes` and `times` of the table `block`.
///
/// All numbers are little-endian. `outcomes` begins with the format, 1, and the number of words, 1 to 16. Then
/// come columns of that many 64-bit words: trials that were made, four columns of the verdicts' codes, strict,
/// retried, outlines without a fit, outlines of one fit. Then the fits of the last column, four bytes each; then
/// lists, each with the number of its entries in two bytes before them, and each entry with the trial's place in
/// the block in two bytes:
///
/// - other outlines: the number of fits in two bytes, and the fits;
/// - classes of misreads: one byte, the place in ``MisreadClass/allCases``;
/// - extras: duplicates, wrong and unjudged ones, four bytes each;
/// - symbols, then meanings: the number of letters in four bytes, and the letters.
///
/// `times` has the wall-clock times of the trials that were made, in nanoseconds, as 32-bit floating point.
extension OutcomeBlock {
  private static let format: UInt8 = 1

  /// The bytes of the column `outcomes`.
  var storedOutcomes: Data {
    var bytes = ByteWriter()
    bytes.append(Self.format)
    bytes.append(UInt8(tried.count))
    var (none, one) = ([UInt64](repeating: 0, count: tried.count), tried.map { _ in 0 as UInt64 })
    for entry in outlines where entry.value.count < 2 {
      let word = entry.offset / Self.wordBits
      let bit = UInt64(1) << UInt64(entry.offset % Self.wordBits)
      if entry.value.count == 0 { none[word] |= bit } else { one[word] |= bit }
    }
    for column in [tried] + codes + [strict, retried, none, one] {
      for word in column { bytes.append(word) }
    }
    for entry in outlines where entry.value.count == 1 { bytes.append(fit: entry.value[0]) }
    bytes.append(outlines.filter { $0.value.count > 1 }) { bytes, outlines in
      bytes.append(UInt16(truncatingIfNeeded: outlines.count))
      for symbol in 0..<outlines.count { bytes.append(fit: outlines[symbol]) }
    }
    bytes.append(misreadClasses) { bytes, value in
      bytes.append(UInt8(MisreadClass.allCases.firstIndex(of: value) ?? 0))
    }
    bytes.append(extras) { bytes, extras in
      for count in [extras.duplicates, extras.wrong, extras.unjudged] {
        bytes.append(UInt32(clamping: count))
      }
    }
    for letters in [symbols, meanings] {
      bytes.append(letters) { bytes, letters in
        bytes.append(UInt32(letters.utf8.count))
        bytes.append(letters.utf8)
      }
    }
    return bytes.data
  }

  /// The bytes of the column `times`.
  var storedTimes: Data {
    var bytes = ByteWriter()
    for time in wallNanoseconds { bytes.append(time.bitPattern) }
    return bytes.data
  }

  /// Reads the bytes of both columns; `nil` for bytes that nobody has written.
  init?(
    first: SamplePlace, outcomes: UnsafeRawBufferPointer, times: UnsafeRawBufferPointer
  ) {
    var bytes = ByteReader(outcomes)
    guard bytes.next(UInt8.self) == Self.format, let words = bytes.next(UInt8.self).map(Int.init),
      1...Self.trials / Self.wordBits ~= words,
      let columns = bytes.words(columns: Self.verdictColumns + 5, of: words),
      let outlines = bytes.outlines(none: columns[7], one: columns[8]),
      let classes = bytes.list({ bytes in
        bytes.next(UInt8.self).flatMap { code in
          MisreadClass.allCases.indices.contains(Int(code))
            ? MisreadClass.allCases[Int(code)] : nil
        }
      }),
      let extras = bytes.list({ bytes in bytes.extras }),
      let symbols = bytes.list({ bytes in bytes.letters(SymbolOutcome.codes) }),
      let meanings = bytes.list({ bytes in bytes.letters(MeaningVerdict.codes) }), bytes.isAtEnd,
      times.count % 4 == 0
    else { return nil }
    let largest = Float(RecordBounds.decodeNanoseconds)
    let nanoseconds = (0..<times.count / 4).map { index in
      Float(
        bitPattern: UInt32(
          littleEndian: times.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
    }
    guard nanoseconds.allSatisfy({ $0 >= 0 && $0 <= largest }) else { return nil }
    self.init(
      first: first, tried: columns[0], codes: Array(columns[1...Self.verdictColumns]),
      strict: columns[5], retried: columns[6], wallNanoseconds: nanoseconds,
      misreadClasses: classes, extras: extras, outlines: outlines, symbols: symbols,
      meanings: meanings)
  }
}

/// Collects bytes, little-endian.
private struct ByteWriter {
  private(set) var data = Data()

  mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
  }

  mutating func append(_ bytes: some Sequence<UInt8>) { data.append(contentsOf: bytes) }

  mutating func append(fit: OutlineFit?) { append(fit?.packed ?? OutlineFit.packedAbsence) }

  mutating func append<Value>(
    _ entries: [OutcomeBlock.Entry<Value>], _ write: (inout ByteWriter, Value) -> Void
  ) {
    append(UInt16(entries.count))
    for entry in entries {
      append(UInt16(entry.offset))
      write(&self, entry.value)
    }
  }
}

/// Takes bytes apart, little-endian; `nil` wherever there are too few.
private struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  @inline(__always)
  mutating func next<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    let size = MemoryLayout<Value>.size
    guard bytes.count - place >= size else { return nil }
    defer { place += size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
  }

  mutating func words(columns: Int, of count: Int) -> [[UInt64]]? {
    guard bytes.count - place >= 8 * columns * count else { return nil }
    return (0..<columns).map { _ in (0..<count).map { _ in next(UInt64.self) ?? 0 } }
  }

  mutating func list<Value>(
    _ read: (inout ByteReader) -> Value?
  ) -> [OutcomeBlock.Entry<Value>]? {
    guard let count = next(UInt16.self), count <= OutcomeBlock.trials else { return nil }
    var entries: [OutcomeBlock.Entry<Value>] = []
    entries.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let offset = next(UInt16.self), entries.last.map({ $0.offset < offset }) ?? true,
        let value = read(&self)
      else { return nil }
      entries.append(.init(offset: Int(offset), value: value))
    }
    return entries
  }

  var extras: Extras? {
    mutating get {
      guard let duplicates = next(UInt32.self), let wrong = next(UInt32.self),
        let unjudged = next(UInt32.self)
      else { return nil }
      return Extras(duplicates: Int(duplicates), wrong: Int(wrong), unjudged: Int(unjudged))
    }
  }

  mutating func letters(_ known: Set<UInt8>) -> String? {
    guard let count = next(UInt32.self).map(Int.init), count <= RecordBounds.symbolsInImage,
      bytes.count - place >= count
    else { return nil }
    let letters = bytes[place..<place + count]
    place += count
    return letters.allSatisfy(known.contains) ? String(decoding: letters, as: UTF8.self) : nil
  }

  private mutating func fit() -> OutlineFit?? {
    guard let packed = next(UInt32.self) else { return nil }
    if packed == OutlineFit.packedAbsence { return .some(nil) }
    return OutlineFit(packed: packed).map { .some($0) }
  }

  /// Reads the fits of the trials in two columns, which have none and one, and then of all others.
  mutating func outlines(
    none: [UInt64], one: [UInt64]
  ) -> [OutcomeBlock.Entry<SymbolOutlines>]? {
    var entries: [OutcomeBlock.Entry<SymbolOutlines>] = []
    entries.reserveCapacity(one.reduce(0) { $0 + $1.nonzeroBitCount })
    var isWhole = true
    OutcomeBlock.forEach(zip(none, one).map { $0 | $1 }) { offset in
      let isOne = one[offset / 64] >> UInt64(offset % 64) & 1 == 1
      guard isWhole, !isOne || none[offset / 64] >> UInt64(offset % 64) & 1 == 0,
        let fit = isOne ? self.fit() : .some(nil), !isOne || fit != nil
      else { return isWhole = false }
      entries.append(.init(offset: offset, value: SymbolOutlines(fit)))
    }
    guard isWhole,
      let others = list({ bytes in
        bytes.next(UInt16.self).flatMap { bytes.fits(Int($0)) }
      })
    else { return nil }
    guard !others.isEmpty else { return entries }
    return (entries + others).sorted { $0.offset < $1.offset }
  }

  private mutating func fits(_ count: Int) -> SymbolOutlines? {
    guard count > 1 else { return nil }
    var fits: [OutlineFit?] = []
    for _ in 0..<count {
      guard let fit = fit() else { return nil }
      fits.append(fit)
    }
    let outlines = SymbolOutlines(fits)
    return outlines.count == count ? outlines : nil
  }
}

extension SymbolOutcome {
  fileprivate static let codes = Set(allCases.compactMap(\.rawValue.asciiValue))
}

extension MeaningVerdict {
  fileprivate static let codes = Set(
    (allCases.map(\.rawValue) + [absent, unsupported]).compactMap(\.asciiValue))
}
