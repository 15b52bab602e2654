import Base
import Corpora
import DecoderKit
import Results

/// The weights of a corpus's cells in a use of decoders: how often each level of each group occurs.
struct UsageWeights: Hashable, Sendable {
  /// Weights by group and level, 0 or more, some of them positive.
  let values: [[Double]]

  /// The most bytes of a file of weights.
  private static let largestFile = 1 << 20

  /// Makes the use in which all cells are equally frequent.
  init(evenlyOver corpus: Corpus) {
    values = corpus.groups.map { _ in corpus.sweep.levels.map { _ in 1 } }
  }

  /// Reads a file of weights: see ``init(parsing:file:corpus:)``.
  ///
  /// - Throws: ``FileFault``, or ``FileError`` for a file that cannot be read.
  init(file: String, corpus: Corpus) throws {
    let bytes = try WholeFile.read(file, maximumBytes: Self.largestFile)
    try self.init(parsing: String(decoding: bytes, as: UTF8.self), file: file, corpus: corpus)
  }

  /// Parses lines of group, levels and weight, such as `code-39/* 2..4 1`.
  ///
  /// A group is `recipe/condition`, with `*` for all recipes or all conditions, or `*` alone. Levels
  /// are one level, a range (`2..4`, `2..`, `..4`), or `*`. Later lines win; cells that no line names
  /// have weight 0. `#` begins a comment.
  ///
  /// - Throws: ``FileFault`` that names the line.
  init(parsing text: String, file: String, corpus: Corpus) throws(FileFault) {
    var values = corpus.groups.map { _ in corpus.sweep.levels.map { _ in 0.0 } }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard !words.isEmpty else { continue }
      do throws(Refusal) {
        guard words.count == 3 else {
          throw Refusal(text: "a line has a group, levels and a weight, such as */* 2..4 1")
        }
        let groups = try Self.groups(words[0], in: corpus)
        let levels = try Self.levels(words[1], in: corpus)
        guard let weight = Double(words[2]), weight >= 0, weight.isFinite else {
          throw Refusal(text: "\"\(words[2])\" is not a weight: write a number from 0 on")
        }
        for group in groups { for level in levels { values[group][level] = weight } }
      } catch {
        throw FileFault(file: file, line: index + 1, message: error.text)
      }
    }
    guard values.joined().contains(where: { $0 > 0 }) else {
      throw FileFault(file: file, line: nil, message: "no cell of \(corpus.name) gets a weight")
    }
    self.values = values
  }

  /// The fault of a line.
  private struct Refusal: Error {
    let text: String
  }

  private static func groups(_ word: String, in corpus: Corpus) throws(Refusal) -> [Int] {
    let parts = (word == "*" ? "*/*" : word).split(separator: "/", omittingEmptySubsequences: false)
    let found = corpus.groups.indices.filter { index in
      let group = corpus.groups[index]
      return parts.count == 2 && (parts[0] == "*" || parts[0] == group.recipe)
        && (parts[1] == "*" || parts[1] == group.condition)
    }
    guard found.isEmpty else { return found }
    let known = corpus.groups.map(\.id)
    throw Refusal(
      text: "corpus \(corpus.name) has no group \"\(word)\"."
        + SpellingSuggestion.sentence(for: word, among: known)
        + " Its groups: \(known.joined(separator: ", "))")
  }

  private static func levels(_ word: String, in corpus: Corpus) throws(Refusal) -> [Int] {
    let levels = corpus.sweep.levels
    let range = try range(word)
    let found = levels.indices.filter { range.contains(levels[$0].value) }
    guard found.isEmpty else { return found }
    throw Refusal(
      text: "corpus \(corpus.name) has no level in \"\(word)\". Its levels: "
        + levels.map(\.text).joined(separator: ", "))
  }

  private static func range(_ word: String) throws(Refusal) -> ClosedRange<Double> {
    if word == "*" { return -.infinity ... .infinity }
    let ends = word.split(separator: ".." as Substring, omittingEmptySubsequences: false)
    func end(_ text: Substring, _ absent: Double) -> Double? {
      text.isEmpty && ends.count == 2 ? absent : Double(text)
    }
    guard ends.count <= 2, let first = ends.first, let last = ends.last,
      let lower = end(first, -.infinity), let upper = end(last, .infinity), lower <= upper
    else { throw Refusal(text: "\"\(word)\" is neither a level, nor a range such as 2..4, nor *") }
    return lower...upper
  }
}

extension MisreadAim {
  /// Makes the aim of a use.
  init(_ weights: UsageWeights, of corpus: Corpus, below: Double?) {
    self.init(weights: weights.values, periods: corpus.periods, below: below)
  }
}
