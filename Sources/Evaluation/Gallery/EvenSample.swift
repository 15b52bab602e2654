/// A few elements of a sequence of unknown length, spread evenly over it.
///
/// Every stride-th element is kept. When there are too many, every other one is dropped and the
/// stride doubles. The same sequence gives the same elements, and the first one is always among
/// them.
package struct EvenSample<Element: Sendable>: Sendable {
  /// The elements kept: at most twice the limit.
  package private(set) var elements: [Element] = []
  /// Elements seen, kept or not.
  package private(set) var count = 0
  private let limit: Int
  private var stride = 1

  /// Makes an empty sample.
  ///
  /// - Precondition: `limit` is 1 or more.
  package init(limit: Int) {
    precondition(limit >= 1, "a sample holds at least one element")
    self.limit = limit
  }

  /// Adds the next element, which is created only if it is kept.
  package mutating func add(_ element: () -> Element) {
    defer { count += 1 }
    guard count % stride == 0 else { return }
    elements.append(element())
    guard elements.count > 2 * limit else { return }
    elements = elements.indices.filter { $0 % 2 == 0 }.map { elements[$0] }
    stride *= 2
  }

  /// The elements, thinned out to the limit.
  package var spread: [Element] {
    guard elements.count > limit else { return elements }
    return (0..<limit).map { elements[$0 * elements.count / limit] }
  }
}
