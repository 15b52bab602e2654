import Foundation
import Statistics
import Testing

/// The shared test vectors, read where they lie: beside the package, never copied into it.
enum Vectors {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/data/vectors").standardizedFileURL

  /// Whether they are there. They are no part of the project, so a clone without them runs the
  /// textbook tests only.
  static let arePresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "README.md").path)

  static let absence: Comment =
    "needs ../shared/data/vectors, which are not part of the project; textbook tests still run"

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

/// One sweep with everything that is expected of it.
struct Scenario {
  let json: Json

  var id: String { json["id"].text }
  var axis: SweepAxis { json["axis"].text == "log" ? .logarithmic : .linear }
  var expected: Json { json["expected"] }
  var levels: [LevelCount] {
    json["levels"].list.map {
      LevelCount(x: $0["x"].number, reads: $0["k"].integer, trials: $0["n"].integer)
    }
  }
  /// The levels on the axis on which models work.
  var positions: [LevelCount] { axis.positions(of: levels) }
  var positionRange: Double {
    let xs = positions.map(\.x)
    return (xs.max() ?? .nan) - (xs.min() ?? .nan)
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

  /// A vector of another shape must stop the tests: an empty answer would let them pass.
  private func content<T>(as type: T.Type = T.self) -> T {
    guard let content = value as? T else { fatalError("\(value) is no \(type)") }
    return content
  }
}

/// Equal infinities, or finite numbers within a tolerance. NaN is close to nothing.
func isClose(_ a: Double, _ b: Double, within tolerance: Double) -> Bool {
  a == b || abs(a - b) <= tolerance
}

func isClose(_ a: [Double], _ b: [Double], within tolerance: Double) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { isClose($0, $1, within: tolerance) }
}

/// As ``isClose(_:_:within:)``, relative to the second.
func isClose(_ a: Double, _ b: Double, relative tolerance: Double) -> Bool {
  isClose(a, b, within: tolerance * abs(b))
}

/// A small generator with a fixed seed (SplitMix64), so that random tests repeat.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func binomial(_ n: Int, _ p: Double) -> Int {
    (0..<n).count { _ in Double.random(in: 0..<1, using: &self) < p }
  }
}
