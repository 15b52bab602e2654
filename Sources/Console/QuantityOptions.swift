import ArgumentParser
import Base
import Optics
import Results

/// A duration as people type it: `5s`, `500ms`, `2m`; a bare number is seconds.
package struct DurationOption: ExpressibleByArgument, CustomStringConvertible {
  package let nanoseconds: Int

  package var seconds: Double { Double(nanoseconds) / 1e9 }

  package init(nanoseconds: Int) {
    self.nanoseconds = nanoseconds
  }

  package init?(argument: String) {
    // At least a millisecond, at most a day: a value outside is a typing error.
    guard let seconds = Quantity.duration.value(parsing: argument) ?? Double(argument),
      NumberBounds.timeoutSeconds.contains(seconds)
    else { return nil }
    nanoseconds = Int((seconds * 1e9).rounded())
  }

  package var description: String { ReproduceOptions.duration(nanoseconds) }
}

/// A memory size as people type it: `2G`, `512M`, bytes, or `none`.
package struct MemoryOption: ExpressibleByArgument, CustomStringConvertible {
  /// The size in bytes; `nil` for no limit.
  package let bytes: Int?

  package init(bytes: Int?) {
    self.bytes = bytes
  }

  package init?(argument: String) {
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
      guard !overflow, NumberBounds.memoryLimitBytes.contains(Double(size)) else { return nil }
      bytes = size
      return
    }
    return nil
  }

  package var description: String { ReproduceOptions.memory(bytes) }
}

/// Counts as people type them: for `transform:`.
package enum CountOption {
  /// The samples or images in work at the same time, or anything else of which a thousand is plenty.
  package static func jobs(_ text: String) throws -> Int {
    guard let number = NumberBounds.jobs.whole(parsing: text) else {
      throw OptionValueError(description: "write \(NumberBounds.jobs.rule)")
    }
    return number
  }
}

/// Physical quantities as people type them, with the values that make sense: for `transform:`.
package enum PhysicalOption {
  /// The width of a printed code, in millimetres.
  package static func codeSize(_ text: String) throws -> Double {
    try value(text, .length, in: 0.1...10_000, "printed codes are 0.1 mm to 10 m wide")
  }

  /// A distance from the camera, in millimetres.
  package static func distance(_ text: String) throws -> Double {
    try value(text, .length, in: 5...1e6, "distances are 5 mm to 1 km")
  }

  /// A speed across the image, in millimetres per second.
  package static func speed(_ text: String) throws -> Double {
    try value(text, .speed, in: 0...1e5, "speeds are up to 100 m/s")
  }

  /// The time for which the shutter is open, in seconds.
  package static func exposure(_ text: String) throws -> Double {
    try value(text, .duration, in: 1e-6...1, "exposures are 1 us to 1 s")
  }

  private static func value(
    _ text: String, _ quantity: Quantity, in range: ClosedRange<Double>, _ rule: String
  ) throws -> Double {
    guard let value = quantity.value(parsing: text) else {
      throw OptionValueError(description: "write a number with a unit: \(quantity.examples)")
    }
    guard range.contains(value) else {
      throw OptionValueError(description: "\(rule); check the unit")
    }
    return value
  }
}

/// A value that cannot be.
package struct OptionValueError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
