/// "Did you mean …?" for names that people type.
public enum SpellingSuggestion {
  /// The known name closest to what was typed, if one is close enough to be what was meant.
  public static func nearest(to typed: String, among known: [String]) -> String? {
    let limit = max(1, (typed.count + 2) / 3)
    let ranked =
      known
      .map { (name: $0, distance: editDistance(typed.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= limit }
    return ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// A sentence with a leading space, or nothing when no name is close.
  public static func sentence(for typed: String, among known: [String]) -> String {
    nearest(to: typed, among: known).map { " Did you mean \"\($0)\"?" } ?? ""
  }

  /// Edits that turn one word into the other: insert, delete, replace, swap neighbours.
  package static func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
