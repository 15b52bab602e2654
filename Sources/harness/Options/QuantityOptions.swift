import ArgumentParser
import Results

/// A duration as people type it: `5s`, `500ms`, `2m`; a bare number is seconds.
struct DurationOption: ExpressibleByArgument, CustomStringConvertible {
  let nanoseconds: Int

  init(nanoseconds: Int) {
    self.nanoseconds = nanoseconds
  }

  init?(argument: String) {
    let units: [(String, Double)] = [("ms", 1e6), ("s", 1e9), ("m", 60e9), ("", 1e9)]
    for (suffix, scale) in units where argument.hasSuffix(suffix) {
      guard let number = Double(argument.dropLast(suffix.count)) else { continue }
      // At least a millisecond, at most a day: a value outside is a typing error.
      guard number.isFinite, number * scale >= 1e6, number * scale <= 86_400e9 else { return nil }
      nanoseconds = Int(number * scale)
      return
    }
    return nil
  }

  var description: String { ReproduceOptions.duration(nanoseconds) }
}

/// A memory size as people type it: `2G`, `512M`, bytes, or `none`.
struct MemoryOption: ExpressibleByArgument, CustomStringConvertible {
  /// The size in bytes; `nil` for no limit.
  let bytes: Int?

  init(bytes: Int?) {
    self.bytes = bytes
  }

  init?(argument: String) {
    guard argument != "none" else {
      bytes = nil
      return
    }
    let units: [(String, Int)] = [
      ("GiB", 1 << 30), ("MiB", 1 << 20), ("G", 1 << 30), ("M", 1 << 20), ("", 1),
    ]
    for (suffix, scale) in units where argument.hasSuffix(suffix) {
      guard let number = Int(argument.dropLast(suffix.count)) else { continue }
      let (size, overflow) = number.multipliedReportingOverflow(by: scale)
      // Below 32 MiB no worker even starts.
      guard !overflow, size >= 32 << 20 else { return nil }
      bytes = size
      return
    }
    return nil
  }

  var description: String { ReproduceOptions.memory(bytes) }
}

/// A length as people type it: `20mm`, `2cm`, `0.02m`, `0.8in`, `800mil`.
struct LengthOption: ExpressibleByArgument, CustomStringConvertible {
  let millimetres: Double

  init?(argument: String) {
    let units = [("mm", 1.0), ("cm", 10), ("mil", 0.0254), ("in", 25.4), ("m", 1000)]
    guard let (suffix, scale) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(suffix.count)), number.isFinite, number > 0
    else { return nil }
    millimetres = number * scale
  }

  var description: String { "\(millimetres)mm" }
}
