import DecoderKit

/// The rules by which readings of single frames become codes that are reported.
public struct CodeRules: Sendable {
  /// The number of frames that must hold a code before it is reported; 1 or more.
  public var confirmations: Int
  /// The number of the latest frames in which they are counted; at least `confirmations`.
  public var window: Int
  /// The time for which a reported code must be out of sight to be reported again; `nil` for never.
  public var forgetAfter: Duration?
  /// The number of reported codes that are remembered at most; those that were out of sight longest
  /// make room, and would be reported again.
  public var remembered: Int
  /// The codes that are ignored.
  public var rejects: @Sendable (Reading) -> Bool
  /// The number of different codes after which scanning ends; `nil` for no end.
  public var stopAfterCodes: Int?
  /// The time after which scanning ends; `nil` for no end.
  public var stopAfter: Duration?

  /// Makes rules; without arguments every code is reported once as soon as it is seen, and again when
  /// it was out of sight for two seconds.
  ///
  /// - Precondition: 1 ≤ `confirmations` ≤ `window`; `remembered` and `stopAfterCodes` are above 0.
  public init(
    confirmations: Int = 1, window: Int? = nil, forgetAfter: Duration? = .seconds(2),
    remembered: Int = 1_000, stopAfterCodes: Int? = nil, stopAfter: Duration? = nil,
    rejects: @escaping @Sendable (Reading) -> Bool = { _ in false }
  ) {
    precondition(confirmations >= 1 && (window ?? confirmations) >= confirmations)
    precondition(remembered >= 1, "1 code or more is remembered")
    precondition((stopAfterCodes ?? 1) >= 1, "scanning ends after 1 code or more")
    self.confirmations = confirmations
    self.window = window ?? confirmations
    self.forgetAfter = forgetAfter
    self.remembered = remembered
    self.stopAfterCodes = stopAfterCodes
    self.stopAfter = stopAfter
    self.rejects = rejects
  }
}

/// The memory of a scan: it counts in how many frames each code was seen and says when one is new.
///
/// It holds the codes that were seen within the window and the time of ``CodeRules/forgetAfter``, and
/// ``CodeRules/remembered`` of those that were reported at most: not all that ever were.
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
  /// The time of the latest decoded frame: what was out of sight by then is forgotten.
  private var latest = Duration.zero
  /// The number of codes at which the forgotten ones are thrown out: at twice as many as were left the
  /// time before, so that it costs each code a constant time.
  private var sweepsAbove = CodeTracker.fewest

  private static let fewest = 64

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
    latest = time
    forget()
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
    var sightings = known[code].flatMap { isForgotten($0) ? nil : $0 } ?? Sightings()
    sightings.frames.append(judged)
    sightings.frames.removeAll { $0 <= judged - rules.window }
    sightings.last = time
    let isNew = !sightings.isReported && sightings.frames.count >= rules.confirmations
    sightings.isReported = sightings.isReported || isNew
    known[code] = sightings
    return isNew
  }

  /// True for a code that counts as never seen.
  private func isForgotten(_ sightings: Sightings) -> Bool {
    guard sightings.isReported else {
      return sightings.frames.last.map { $0 <= judged - rules.window } ?? true
    }
    return rules.forgetAfter.map { latest - sightings.last >= $0 } ?? false
  }

  private mutating func forget() {
    if known.count > sweepsAbove {
      known = known.filter { !isForgotten($0.value) }
      sweepsAbove = max(2 * known.count, Self.fewest)
    }
    guard known.count > rules.remembered else { return }
    let reported = known.filter(\.value.isReported)
    guard reported.count > rules.remembered else { return }
    // An eighth goes at once, so that it need not be done for every code.
    let excess = reported.count - rules.remembered + rules.remembered / 8
    for (code, _) in reported.sorted(by: { $0.value.last < $1.value.last }).prefix(excess) {
      known[code] = nil
    }
  }
}
