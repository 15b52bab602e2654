#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The year by the system's clock, in universal time.
public var presentYear: Int {
  // The mean length of a Gregorian year is near enough: a century is all that depends on it.
  1970 + Int(time(nil)) / 31_556_952
}
