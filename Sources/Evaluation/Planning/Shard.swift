/// One of several slices of a run, for machines that share the work.
///
/// Every slice holds samples of all groups and levels, about equally many, so that slices take equally
/// long. Which slice a sample belongs to depends on its number alone.
public struct Shard: Hashable, Sendable, Codable {
  /// Which slice, from 1.
  public let index: Int
  /// How many there are.
  public let count: Int

  /// All of it: one slice of one.
  public static let whole = Shard(index: 1, count: 1)

  /// Makes a slice's name.
  ///
  /// - Precondition: `index` is from 1 to `count`.
  public init(index: Int, count: Int) {
    precondition(1...max(count, 1) ~= index && count >= 1, "slices are counted from 1")
    self.index = index
    self.count = count
  }

  /// Whether this is less than all of it.
  public var isPart: Bool { count > 1 }
}

extension Shard: CustomStringConvertible {
  /// `2/4`, as `--shard` takes it.
  public var description: String { "\(index)/\(count)" }
}
