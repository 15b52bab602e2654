import DecoderKit

/// The rules by which readings of single frames become codes that are reported.
public struct CodeRules: Sendable {
  /// The number of frames that must hold a code before it is reported; 1 or more.
  public var confirmations: Int
  /// The number of the latest frames in which they are counted; at least `confirmations`.
  public var window: Int
  /// The time for which a reported code must be out of sight to be reported again; `nil` for never.
  public var forgetAfter: Duration?
  /// The codes that are ignored.
  public var rejects: @Sendable (Reading) -> Bool
  /// The number of different codes after which scanning ends; `nil` for no end.
  public var stopAfterCodes: Int?
  /// The time after which scanning ends; `nil` for no end.
  public var stopAfter: Duration?

  /// Makes rules; without arguments every code is reported once as soon as it is seen, and again when
  /// it was out of sight for two seconds.
  ///
  /// - Precondition: 1 ≤ `confirmations` ≤ `window`, and `stopAfterCodes` is above 0.
  public init(
    confirmations: Int = 1, window: Int? = nil, forgetAfter: Duration? = .seconds(2),
    stopAfterCodes: Int? = nil, stopAfter: Duration? = nil,
    rejects: @escaping @Sendable (Reading) -> Bool = { _ in false }
  ) {
    precondition(confirmations >= 1 && (window ?? confirmations) >= confirmations)
    precondition((stopAfterCodes ?? 1) >= 1, "scanning ends after 1 code or more")
    self.confirmations = confirmations
    self.window = window ?? confirmations
    self.forgetAfter = forgetAfter
    self.stopAfterCodes = stopAfterCodes
    self.stopAfter = stopAfter
    self.rejects = rejects
  }
}

/// The memory of a scan: it counts in how many frames each code was seen and says when one is new.
///
/// It holds as many codes as were seen within the window and the time of ``CodeRules/forgetAfter``,
/// not all that ever were, unless codes are never forgotten.
public struct CodeTracker: Sendable {
  /// A code by its contents.
  private struct Code: Hashable {
    let symbology: Symbology?
    let bytes: [UInt8]
  }

  private struct Sightings {
    /// The numbers of the latest frames that held it, at most the window's.
    var frames: [Int] = []
    var last = Duration.zero
    var isReported = false
  }

  private let rules: CodeRules
  private var known: [Code: Sightings] = [:]
  private var unique: Set<Code> = []
  private var judged = 0

  /// Makes an empty memory.
  public init(rules: CodeRules) {
    self.rules = rules
  }

  /// The number of codes that it holds.
  package var size: Int { known.count }

  /// True if the rules end the scan now.
  public private(set) var isDone = false

  /// Takes the readings of the next decoded frame.
  ///
  /// - Parameters:
  ///   - readings: All readings of the frame; the same code may be there twice.
  ///   - time: The frame's time.
  /// - Returns: The readings whose codes are reported now, each code once.
  public mutating func take(_ readings: [Reading], at time: Duration) -> [Reading] {
    guard !isDone else { return [] }
    judged += 1
    var reported: [Reading] = []
    var seen: Set<Code> = []
    for reading in readings where !rules.rejects(reading) {
      let code = Code(symbology: reading.symbology?.carrier, bytes: reading.bytes)
      guard seen.insert(code).inserted else { continue }
      if isNew(code, at: time) {
        reported.append(reading)
        if let limit = rules.stopAfterCodes {
          unique.insert(code)
          isDone = unique.count >= limit
          if isDone { break }
        }
      }
    }
    forget(before: time)
    return reported
  }

  /// Ends the scan if its time is over.
  ///
  /// - Returns: True if it has ended.
  public mutating func hasEnded(at time: Duration) -> Bool {
    if let limit = rules.stopAfter, time >= limit { isDone = true }
    return isDone
  }

  private mutating func isNew(_ code: Code, at time: Duration) -> Bool {
    var sightings = known[code, default: Sightings()]
    sightings.frames.append(judged)
    sightings.frames.removeAll { $0 <= judged - rules.window }
    sightings.last = time
    let isNew = !sightings.isReported && sightings.frames.count >= rules.confirmations
    sightings.isReported = sightings.isReported || isNew
    known[code] = sightings
    return isNew
  }

  private mutating func forget(before time: Duration) {
    known = known.filter { _, sightings in
      if sightings.isReported {
        guard let limit = rules.forgetAfter else { return true }
        return time - sightings.last < limit
      }
      return sightings.frames.last.map { $0 > judged - rules.window } ?? false
    }
  }
}
