/// One of several slices of a run, for machines that share the work.
///
/// Every slice holds samples of all groups and levels, about equally many, so that slices take
/// about the same time. The slice of a sample depends only on its number.
public struct Shard: Hashable, Sendable, Codable {
  /// The index of the slice, from 1.
  public let index: Int
  /// The number of slices.
  public let count: Int

  /// The whole run: one slice of one.
  public static let whole = Shard(index: 1, count: 1)

  /// Makes a slice.
  ///
  /// - Precondition: `index` is from 1 to `count`.
  public init(index: Int, count: Int) {
    precondition(1...max(count, 1) ~= index && count >= 1, "slices are counted from 1")
    self.index = index
    self.count = count
  }

  /// True if the slice is less than the whole run.
  public var isPart: Bool { count > 1 }
}

extension Shard: CustomStringConvertible {
  /// `2/4`, as `--shard` takes it.
  public var description: String { "\(index)/\(count)" }
}
