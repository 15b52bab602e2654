import Foundation
import Statistics
import TestSupport

/// Test vectors, read from the folder beside this file; its README defines their fields.
enum Vectors {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Vectors")

  static func compare(_ name: String) throws -> Json {
    try Json(contentsOf: folder.appending(path: "compare/\(name).json"))
  }

  static func scenarios() throws -> [Scenario] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "threshold"), includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
      .map { Scenario(json: try Json(contentsOf: $0)) }
  }
}

/// A sweep with all expected values.
struct Scenario {
  let json: Json

  var id: String { json["id"].text }
  var expected: Json { json["expected"] }
  var levels: [LevelCount] {
    json["levels"].list.map {
      LevelCount(x: $0["x"].number, reads: $0["k"].integer, trials: $0["n"].integer)
    }
  }
  /// The levels with positions on the axis on which models work.
  var positions: [LevelCount] {
    levels.map { LevelCount(x: position(of: $0.x), reads: $0.reads, trials: $0.trials) }
  }
  var positionRange: Double {
    let xs = positions.map(\.x)
    return (xs.max() ?? .nan) - (xs.min() ?? .nan)
  }

  /// True if models work on natural logarithms of the levels, false if on the levels themselves.
  private var isLogarithmic: Bool { json["axis"].text == "log" }

  /// The position of a value; `-.infinity` for values of 0 and less on a logarithmic axis.
  func position(of x: Double) -> Double {
    guard isLogarithmic else { return x }
    return x > 0 ? log(x) : -.infinity
  }

  /// The value at a position. Infinite positions mean "beyond the range" and stay infinite.
  func value(at position: Double) -> Double {
    position.isFinite && isLogarithmic ? exp(position) : position
  }
}

/// A JSON value; infinities are the strings "inf" and "-inf".
struct Json {
  let value: Any

  init(contentsOf url: URL) throws {
    value = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
  }

  init(_ value: Any) { self.value = value }

  subscript(key: String) -> Json {
    guard let found = (value as? [String: Any])?[key] else { return Json(NSNull()) }
    return Json(found)
  }
  subscript(index: Int) -> Json { list[index] }

  var isNull: Bool { value is NSNull }
  var list: [Json] { content(as: [Any].self).map { Json($0) } }
  var keys: [String] { content(as: [String: Any].self).keys.sorted() }
  var text: String { content() }
  var integer: Int { content(as: NSNumber.self).intValue }
  var flag: Bool { content(as: NSNumber.self).boolValue }
  var numbers: [Double] { list.map(\.number) }
  var number: Double {
    switch value as? String {
    case "inf": .infinity
    case "-inf": -.infinity
    default: content(as: NSNumber.self).doubleValue
    }
  }

  /// The value as a type. A vector of another shape stops the tests; an empty value would let them
  /// pass.
  private func content<T>(as type: T.Type = T.self) -> T {
    guard let content = value as? T else { fatalError("\(value) is no \(type)") }
    return content
  }
}

/// True for equal infinities and for finite numbers within a tolerance; always false for NaN.
func isClose(_ a: Double, _ b: Double, within tolerance: Double) -> Bool {
  a == b || abs(a - b) <= tolerance
}

func isClose(_ a: [Double], _ b: [Double], within tolerance: Double) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { isClose($0, $1, within: tolerance) }
}

/// The same as ``isClose(_:_:within:)``, with a tolerance relative to `b`.
func isClose(_ a: Double, _ b: Double, relative tolerance: Double) -> Bool {
  isClose(a, b, within: tolerance * abs(b))
}

extension SeededGenerator {
  /// The number of successes in `n` trials, each with the chance `p`.
  mutating func binomial(_ n: Int, _ p: Double) -> Int {
    (0..<n).count { _ in Double.random(in: 0..<1, using: &self) < p }
  }
}
