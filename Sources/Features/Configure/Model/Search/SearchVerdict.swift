import Base

/// The choice of a search, with what speaks for it.
struct SearchVerdict: Sendable {
  /// The kinds of result.
  enum Outcome: String, CaseIterable, Hashable, Sendable, Codable {
    /// It does something better than the decoder as it comes.
    case better
    /// No setting did better than the decoder as it comes.
    case noBetter = "no-better"
  }

  /// Another decoder at its best.
  struct Rival: Hashable, Sendable {
    /// The best of its finalists for the goal, or the decoder as it comes.
    let standing: Standing
    /// It beside the choice, on the same images.
    let effect: Effect
  }

  /// The setting with its own effect.
  struct SettingEffect: Hashable, Sendable {
    let setting: Candidate.Setting
    /// The choice beside the same without the setting.
    let effect: Effect
  }

  let outcome: Outcome
  /// The recommended candidate.
  let choice: Candidate
  /// The same decoder as it comes.
  let usual: Candidate
  /// The choice beside the decoder as it comes, on images that took no part in choosing.
  let effect: Effect
  /// Each setting with its own effect, on the same images.
  let settings: [SettingEffect]
  /// All finalists on the same images, the best for the goal first.
  let standings: [Standing]
  /// The other decoders, each at its best, the best for the goal first.
  let rivals: [Rival]
  /// Those that no other one beats in rate, false answers and time alike.
  let front: Set<Candidate>
  /// Candidates that were better while searching, and then worse than their defaults beyond chance or
  /// in dimmer light.
  let refused: [Candidate]
  /// The choice's decode rates on the twin by module size, the smallest first.
  let reserve: [Reserve]

  /// The decode rate at one module size of the twin.
  struct Reserve: Hashable, Sendable {
    let moduleSizePixels: Double
    /// Drawn images that were read.
    let reads: Int
    /// Drawn images.
    let trials: Int
  }

  /// Chooses among finalists by evidence that took no part in the search.
  ///
  /// The first in the goal's order that is not significantly worse than its default and better in
  /// something is the choice; if there is none, the best default is. `nil` without candidates, and if
  /// none of them is a reader (``Standing/isReader``).
  ///
  /// - Parameters:
  ///   - evidence: The finalists, their defaults, and each finalist without each of its settings.
  ///   - finalists: The finalists, without defaults.
  ///   - defaults: The decoders as they come.
  ///   - preferred: A finalist to choose instead, if it is not worse than its default: one that does better
  ///     with another capture.
  init?(
    _ evidence: Evidence, finalists: [Candidate], defaults: [Candidate], goal: Goal,
    preferring preferred: Candidate? = nil
  ) {
    let usual = Dictionary(
      defaults.filter { evidence.attempts[$0] != nil }.map { ($0.decoder, $0) },
      uniquingKeysWith: { first, _ in first })
    let entrants = evidence.standings.filter {
      finalists.contains($0.candidate) || usual[$0.candidate.decoder] == $0.candidate
    }
    standings = goal.ordered(entrants)
    guard standings.contains(where: \.isReader) else { return nil }
    let fragile = evidence.fragile(besides: defaults)
    var refused: [Candidate] = []
    var found: Candidate?
    let first = standings.filter { $0.candidate == preferred }
    for standing in first + standings where found == nil {
      guard let own = usual[standing.candidate.decoder] else { continue }
      // To read nothing is quick.
      guard standing.isReader else { continue }
      if own == standing.candidate {
        found = own
        break
      }
      let effect = Effect(of: standing.candidate, beside: own, in: evidence)
      if effect.isWorse || fragile.contains(standing.candidate)
        || evidence.isWorseOnSamples(standing.candidate, than: own)
      {
        refused.append(standing.candidate)
      } else if effect.isGain {
        found = standing.candidate
      }
    }
    guard let leader = found ?? standings.lazy.compactMap({ usual[$0.candidate.decoder] }).first,
      let own = usual[leader.decoder]
    else { return nil }
    let sound = finalists.filter { !refused.contains($0) && !fragile.contains($0) }
    let simplest = Self.simplest(like: leader, among: sound, besides: own, in: evidence)
    // If no setting is better, the symbologies that are asked for do no harm.
    let told = sound.first {
      $0.decoder == own.decoder && $0.settings(beside: own) == [.formats]
        && evidence.attempts[$0] != nil && !Effect(of: $0, beside: own, in: evidence).isWorse
        && !evidence.isWorseOnSamples($0, than: own)
    }
    let choice = simplest == own ? told ?? own : simplest
    self.refused = refused
    self.choice = choice
    self.usual = own
    outcome = simplest == own ? .noBetter : .better
    effect = Effect(of: choice, beside: own, in: evidence)
    settings = choice.settings(beside: own).compactMap { setting in
      let without = choice.without(setting, as: own)
      guard evidence.attempts[without] != nil else { return nil }
      return SettingEffect(
        setting: setting, effect: Effect(of: choice, beside: without, in: evidence))
    }
    rivals = standings.filter {
      !fragile.contains($0.candidate) && !refused.contains($0.candidate)
        && $0.candidate.decoder != choice.decoder
    }.uniqued(by: \.candidate.decoder).map {
      Rival(standing: $0, effect: Effect(of: $0.candidate, beside: choice, in: evidence))
    }
    front = Self.front(standings)
    reserve = Self.reserve(of: choice, in: evidence)
  }

  /// The standing of the choice.
  var standing: Standing? { standings.first { $0.candidate == choice } }

  /// The choice and the finalists that follow it in the goal's order, without those that were refused.
  func finalists(atMost count: Int) -> [Candidate] {
    let others = standings.filter(\.isReader).map(\.candidate)
      .filter { $0 != choice && !refused.contains($0) }
    return [choice] + others.prefix(max(count - 1, 0))
  }

  /// The candidate with the fewest settings over which the choice is no gain.
  private static func simplest(
    like choice: Candidate, among rivals: [Candidate], besides usual: Candidate,
    in evidence: Evidence
  ) -> Candidate {
    func count(_ candidate: Candidate) -> Int { candidate.settings(beside: usual).count }
    let simpler = rivals.filter { $0.decoder == choice.decoder && count($0) < count(choice) }
      .sorted { (count($0), $0.argument) < (count($1), $1.argument) }
    return simpler.first { rival in
      guard evidence.attempts[rival] != nil else { return false }
      let own = Effect(of: rival, beside: usual, in: evidence)
      let more = Effect(of: choice, beside: rival, in: evidence)
      return own.isGain && !own.isWorse && !more.isGain && more.gained <= more.lost
        && more.falseLost <= more.falseGained
    } ?? choice
  }

  private static func reserve(of choice: Candidate, in evidence: Evidence) -> [Reserve] {
    var counts: [Double: (reads: Int, trials: Int)] = [:]
    for (place, attempt) in zip(evidence.places, evidence.attempts[choice] ?? []) {
      guard let size = place.moduleSizePixels, !place.isDimmed else { continue }
      counts[size, default: (0, 0)].reads += attempt.isRead ? 1 : 0
      counts[size, default: (0, 0)].trials += 1
    }
    return counts.sorted { $0.key < $1.key }.map {
      Reserve(moduleSizePixels: $0.key, reads: $0.value.reads, trials: $0.value.trials)
    }
  }

  private static func front(_ standings: [Standing]) -> Set<Candidate> {
    Set(
      standings.filter { one in
        !standings.contains { other in
          other.rate >= one.rate && other.falseAnswers <= one.falseAnswers
            && other.milliseconds <= one.milliseconds
            && (other.rate > one.rate || other.falseAnswers < one.falseAnswers
              || other.milliseconds < one.milliseconds)
        }
      }.map(\.candidate))
  }

  /// The candidates that the final evidence needs: finalists, all decoders as they come, and each finalist
  /// without each of its settings.
  static func entrants(
    _ finalists: [Candidate], defaults: [Candidate]
  ) -> [Candidate] {
    var entrants = finalists + defaults
    for finalist in finalists {
      guard let own = defaults.first(where: { $0.decoder == finalist.decoder }) else { continue }
      entrants += finalist.settings(beside: own).map { finalist.without($0, as: own) }
    }
    return entrants.uniqued()
  }

  /// Returns a finalist without the settings that bring nothing; formats stay, which the answers ask for.
  ///
  /// - Parameter evidence: The evidence of the search, with the finalist without each of its settings.
  static func pruned(
    _ finalist: Candidate, default own: Candidate, by evidence: Evidence
  ) -> Candidate {
    finalist.settings(beside: own).filter { $0 != .formats }.reduce(finalist) { kept, setting in
      let without = finalist.without(setting, as: own)
      guard evidence.attempts[without] != nil, evidence.attempts[finalist] != nil else {
        return kept
      }
      let effect = Effect(of: finalist, beside: without, in: evidence)
      let isOfUse = effect.gained > effect.lost || effect.falseLost > effect.falseGained
      return isOfUse || effect.isGain ? kept : kept.without(setting, as: own)
    }
  }
}
