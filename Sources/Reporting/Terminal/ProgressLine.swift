/// The live display of a run: one line for each decoder. Formatting only.
package struct ProgressLine: Sendable {
  /// The progress of one decoder.
  package struct Entry: Hashable, Sendable {
    /// The decoder's name in tables.
    package var label: String
    /// The number of samples judged.
    package var done: Int
    /// The number of samples read right.
    package var read: Int
    /// The number of errors: crashes, timeouts and failures.
    package var errors: Int
    /// The number of images that were tried again.
    package var retried: Int
    /// The total number of its samples; `nil` if that is decided during the run.
    package var total: Int?
    /// The time that its decodes took, in seconds, added up over all jobs.
    package var busySeconds: Double

    package init(
      label: String, done: Int, read: Int, errors: Int, total: Int?, busySeconds: Double = 0,
      retried: Int = 0
    ) {
      self.retried = retried
      self.label = label
      self.done = done
      self.read = read
      self.errors = errors
      self.total = total
      self.busySeconds = busySeconds
    }

    fileprivate var share: Double? {
      guard let total else { return nil }
      return total > 0 ? min(max(Double(done) / Double(total), 0), 1) : 1
    }
  }

  private let style: TerminalStyle

  package init(_ style: TerminalStyle) { self.style = style }

  /// Returns one line for each entry, in order, none wider than the terminal.
  ///
  /// Columns are dropped in this order as it gets narrow: the rate, the counts, the errors, the
  /// reads. The rate is an average over all of `elapsedSeconds`.
  package func lines(_ entries: [Entry], elapsedSeconds: Double) -> [String] {
    let fields = fields(entries, elapsedSeconds)
    var chosen = Set<Int>()
    var used = Self.shortestName + Self.shortestBar + Self.gap
    for place in fields.indices.sorted(by: { fields[$0].weight < fields[$1].weight }) {
      let needed = fields[place].width + Self.gap
      guard used + needed <= style.width else { break }
      chosen.insert(place)
      used += needed
    }
    let labels = entries.map { style.shown($0.label) }
    let longest = labels.map(DisplayText.width).max() ?? 0
    let spare = style.width - used
    let nameWidth = min(longest, Self.shortestName + max(spare - Self.bestBar / 2, 0))
    let name = max(min(nameWidth, Self.longestName), 1)
    let bar = min(
      Self.bestBar, Self.shortestBar + spare - max(name - Self.shortestName, 0))
    return entries.indices.map { entry in
      let label =
        name >= 6
        ? DisplayText.shortened(labels[entry], to: name, ellipsis: style.ellipsis) : labels[entry]
      var line = DisplayText.padded(label, to: name)
      line += "  " + self.bar(entries[entry].share ?? 0, width: bar)
      for place in fields.indices where chosen.contains(place) {
        line += "  " + fields[place].padded(entry, style)
      }
      return line
    }
  }

  private static let gap = 2
  private static let shortestName = 8
  private static let longestName = 40
  private static let shortestBar = 6
  private static let bestBar = 24

  /// One column beside the bar; all its texts are padded to one width, so that columns do not move.
  private struct Field {
    /// The priority: columns with smaller numbers are kept longer.
    let weight: Int
    let texts: [String]
    var emphases: [TerminalStyle.Emphasis] = []

    var width: Int { texts.map(DisplayText.width).max() ?? 0 }

    func padded(_ entry: Int, _ style: TerminalStyle) -> String {
      let room = width - DisplayText.width(texts[entry])
      let emphasis = emphases.isEmpty ? .plain : emphases[entry]
      return String(repeating: " ", count: room) + style.emphasized(texts[entry], emphasis)
    }
  }

  private func fields(_ entries: [Entry], _ elapsed: Double) -> [Field] {
    func texts(_ text: (Entry) -> String) -> [String] { entries.map { style.shown(text($0)) } }
    let percent = Numerals.narrowSpace + "%"
    return [
      Field(
        weight: 0,
        texts: texts { $0.share.map { "\(Int($0 * 100))\(percent)" } ?? Numerals.absent }),
      Field(
        weight: 4,
        texts: texts { entry in
          Numerals.count(entry.done) + (entry.total.map { "/\(Numerals.count($0))" } ?? "")
        }),
      Field(weight: 5, texts: texts { "\(rate($0, elapsed))/s" }),
      Field(
        weight: 2,
        texts: texts { "read \(Numerals.percent($0.read, of: $0.done))\(percent)" }),
      Field(
        weight: 3,
        texts: texts {
          "errors \(Numerals.count($0.errors))"
            + ($0.retried > 0 ? " (\(Numerals.count($0.retried)) retried)" : "")
        },
        emphases: entries.map { $0.errors + $0.retried > 0 ? .caution : .plain }),
      Field(weight: 1, texts: texts { left($0, elapsed) }),
    ]
  }

  private func rate(_ entry: Entry, _ elapsed: Double) -> String {
    guard elapsed > 0, entry.done > 0 else { return Numerals.absent }
    let rate = Double(entry.done) / elapsed
    return Numerals.decimal(rate, places: rate < 10 ? 1 : 0)
  }

  private func left(_ entry: Entry, _ elapsed: Double) -> String {
    guard let total = entry.total else { return "" }
    if entry.done >= total { return "done" }
    return "ETA \(Numerals.clock(secondsLeft(entry, elapsed)))"
  }

  private func secondsLeft(_ entry: Entry, _ elapsed: Double) -> Double? {
    guard let total = entry.total, elapsed > 0, entry.done > 0 else { return nil }
    return Double(max(total - entry.done, 0)) * elapsed / Double(entry.done)
  }

  private func bar(_ share: Double, width: Int) -> String {
    let full = Int(share * Double(width))
    let (done, open) = style.ascii ? ("#", ".") : ("━", "─")
    return String(repeating: done, count: full)
      + style.emphasized(String(repeating: open, count: width - full), .faint)
  }
}

// MARK: - In sentences

extension ProgressLine {
  /// The number of decoders that one line of a log can name.
  private static let mostNamed = 4
  /// The shortest time that is worth an announcement, in seconds.
  private static let shortestEstimate = 20.0

  /// Returns the progress of all decoders in one sentence, for a log.
  package func summary(_ entries: [Entry], _ elapsedSeconds: Double) -> String {
    let errors = entries.reduce(0) { $0 + $1.errors }
    let retried = entries.reduce(0) { $0 + $1.retried }
    var parts = ["after \(Numerals.clock(elapsedSeconds.rounded(.down)))"]
    if let share = entries.compactMap(\.share).min() {
      parts[0] = "\(Int(share * 100))\(Numerals.narrowSpace)% " + parts[0]
      let left = entries.compactMap { secondsLeft($0, elapsedSeconds) }.max()
      parts.append("ETA \(Numerals.clock(left))")
    }
    if entries.count <= Self.mostNamed {
      parts += entries.map { entry in
        "\(entry.label) \(Numerals.count(entry.done))"
          + (entry.total.map { " of \(Numerals.count($0))" } ?? " decodes")
      }
    } else {
      parts.append(
        Numerals.counted(entries.reduce(0) { $0 + $1.done }, "decode", "decodes"))
    }
    if errors > 0 { parts.append(Numerals.counted(errors, "error", "errors")) }
    if retried > 0 { parts.append("\(Numerals.count(retried)) retried") }
    return style.shown(parts.joined(separator: ", "))
  }

  /// Returns the time that a run will take, with the share of each decoder, as its first samples
  /// predict it.
  ///
  /// - Parameter jobs: The number of samples in work at the same time.
  /// - Returns: `nil` for a run that is nearly over, that chooses its own trials, or of which
  ///   nothing is known yet.
  package func estimate(_ entries: [Entry], _ elapsedSeconds: Double, jobs: Int) -> String? {
    let left = entries.map { secondsLeft($0, elapsedSeconds) }
    guard let longest = left.compactMap(\.self).max(), !left.contains(nil),
      longest >= Self.shortestEstimate
    else { return nil }
    let shares = entries.map { entry in
      let perSample = entry.busySeconds / Double(max(entry.done, 1))
      return (
        label: entry.label,
        seconds: perSample * Double((entry.total ?? 0) - entry.done) / Double(max(jobs, 1))
      )
    }.sorted { $0.seconds > $1.seconds }
    let named = shares.prefix(Self.mostNamed).map {
      "\($0.label) \(Quantities.roughly(seconds: $0.seconds).replacing("about ", with: ""))"
    }
    let rest = shares.count - named.count
    let pilot = entries.map(\.done).max() ?? 0
    return style.shown(
      "\(Quantities.roughly(seconds: longest)) to go, as the first "
        + "\(Numerals.counted(pilot, "sample", "samples")) predict: "
        + (named + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", "))
  }
}
