import Results

/// The wording of documented minima and of what a run says about them.
struct ClaimWording {
  /// One claim with its verdicts.
  typealias Row = (claim: ClaimRecord, score: ClaimScore)

  static let title = "Documented minima"

  let table: ClaimTable
  let rows: [Row]
  private let wording: ScoreWording

  /// Makes the wording of a score table's claims; `nil` without any.
  init?(_ wording: ScoreWording) {
    guard let table = wording.table.claims, !table.claims.isEmpty else { return nil }
    let claims = wording.table.corpus.claims ?? []
    self.table = table
    self.wording = wording
    rows = table.claims.compactMap { score in
      claims.first { $0.name == score.name }.map { ($0, score) }
    }
  }

  /// The decoders that any claim was tried on, in the table's order.
  var decoders: [String] {
    let tried = rows.flatMap(\.score.decoders).map(\.decoder)
    return wording.tried.map(\.label).filter(tried.contains)
  }

  static func verdict(_ verdict: ClaimVerdict) -> String {
    verdict.rawValue.replacing("-", with: " ")
  }

  /// The claimed size: `2 px`, `190 px wide`.
  static func size(_ claim: ClaimRecord) -> String {
    "\(claim.value.text) px\(claim.axis == "symbol-width" ? " wide" : "")"
  }

  /// The statement with its author: `ML Kit: An EAN-13 should be at least 190 px wide.`
  static func statement(_ claim: ClaimRecord) -> String { "\(claim.author): \(claim.statement)" }

  /// The group on which a verdict rests: the first that refutes the claim or leaves it open, else the
  /// one with the largest threshold.
  static func decisive(_ decoder: DecoderClaim) -> GroupClaim? {
    switch decoder.verdict {
    case .tooOptimistic, .undecided:
      decoder.groups.first { $0.verdict == decoder.verdict }
    case .holds, .tooStrict:
      decoder.groups.max { ($0.holds ?? .infinity) < ($1.holds ?? .infinity) }
    }
  }

  /// The interval of the threshold at the table's confidence: `(1.6, 1.8]`.
  func interval(_ group: GroupClaim) -> String {
    let easiest = wording.table.corpus.levels.last?.value
    var score = ThresholdScore(kind: .notCertified, rate: 0.95, alpha: table.alpha)
    (score.lower, score.upper) = (group.fails, group.holds)
    switch (group.fails, group.holds) {
    case (.some, .some): score.kind = .interval
    case (nil, .some): score.kind = .atMost
    case (.some(let fails), nil) where fails == easiest: score.kind = .above
    default: break
    }
    return wording.threshold(score)
  }

  /// The meaning of the verdicts.
  var explanation: String {
    let percent = Numerals.narrowSpace + "%"
    return
      "Holds: certified to read 95\(percent) from the claimed size on. Too optimistic: shown to "
      + "read less there or at a larger size; of a claim that everything is read, one failure. Too "
      + "strict: certified from 90\(percent) of the claimed size or less. All verdicts together are "
      + "right with 95\(percent) confidence (Bonferroni over "
      + "\(Numerals.counted(table.curves, "curve", "curves"))); a certificate takes "
      + "\(Numerals.count(table.trialsNeeded)) trials without a failure"
  }

  /// The numbers of verdicts, decoder by decoder: `zbar: 5 hold, 2 too optimistic, 1 undecided`.
  var summaries: [String] {
    decoders.map { label in
      let verdicts = rows.flatMap(\.score.decoders).filter { $0.decoder == label }.map(\.verdict)
      let counts = [ClaimVerdict.holds, .tooOptimistic, .tooStrict, .undecided].compactMap {
        verdict -> String? in
        let count = verdicts.count { $0 == verdict }
        let word = verdict == .holds ? (count == 1 ? "holds" : "hold") : Self.verdict(verdict)
        return count > 0 ? "\(count) \(word)" : nil
      }
      return "\(label): of \(Numerals.counted(verdicts.count, "claim", "claims")) "
        + counts.joined(separator: ", ")
    }
  }

  /// The evidence against claims, a sentence for each decoder, group and worst level.
  var evidence: [String] {
    var found: [(name: String, example: Counterexample, claims: [String])] = []
    for row in rows {
      for decoder in row.score.decoders {
        for group in decoder.groups {
          guard let example = group.counterexample else { continue }
          let name = "\(decoder.decoder) on \(group.group)"
          guard
            let known = found.firstIndex(where: {
              $0.name == name && $0.example.worst == example.worst
            })
          else {
            found.append((name, example, [row.claim.name]))
            continue
          }
          found[known].claims.append(row.claim.name)
          // Claims of smaller sizes are broken at more levels.
          if example.levels.count > found[known].example.levels.count {
            found[known].example = example
          }
        }
      }
    }
    return found.map {
      "\($0.name): \(wording.counterexample($0.example)); against \(Words.list($0.claims))"
    }
  }
}

extension ScoreWording {
  /// A level that broke a promise: `0 of 250 read at 20 px (250 crashes: killed by SIGABRT), also at 8 px`.
  func counterexample(_ example: Counterexample) -> String {
    let counts = example.counts
    let kinds =
      (counts.misread > 0 ? [Numerals.counted(counts.misread, "misread", "misreads")] : [])
      + Self.errorKinds(counts)
    let cause = example.cause.map { ": " + ($0.hasSuffix(".") ? String($0.dropLast()) : $0) } ?? ""
    let others = example.levels.filter { $0 != example.worst }.map(\.text)
    return "\(Numerals.count(counts.read)) of \(Numerals.count(counts.tried)) read at "
      + "\(example.worst.text) \(unit)"
      + (kinds.isEmpty ? "" : " (\(Words.list(kinds))\(cause))")
      + (others.isEmpty ? "" : ", fewer than promised also at \(Words.list(others)) \(unit)")
      + (example.isIsland ? ", an island: harder levels are read better" : "")
  }
}
