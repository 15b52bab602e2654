/// Numbers in running text, for commands that print no table.
public enum Quantities {
  /// Formats a count with its noun: `1 group`, `33 levels`, `26 400 images`.
  public static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    Numerals.counted(count, one, many)
  }

  /// Formats an estimated time: `about 20 s`, `about 4 min`, `about 2 h`.
  public static func roughly(seconds: Double) -> String {
    switch seconds {
    case ..<1: "a second"
    case ..<100: "about \(rounded(seconds)) s"
    case ..<6000: "about \(rounded(seconds / 60)) min"
    default: "about \(rounded(seconds / 3600)) h"
    }
  }

  /// Rounds to a whole number of at least 1; from 20 on, to a multiple of 5.
  private static func rounded(_ value: Double) -> Int {
    value < 20 ? max(1, Int(value.rounded())) : Int((value / 5).rounded()) * 5
  }
}
