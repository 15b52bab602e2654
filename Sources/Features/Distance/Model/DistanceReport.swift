/// Everything that was asked about one camera and one code, with the answers.
struct DistanceReport: Hashable, Sendable {
  /// The camera, the code and how it is held.
  let question: DistanceQuestion
  /// The thresholds that answers stand on; `nil` if none were needed.
  let evidence: DistanceEvidence?
  /// The thresholds of the conditions that the question names; empty if none were needed.
  let conditions: [ConditionEvidence]
  /// The distances; `nil` if they were not asked for.
  let table: DistanceTable?
  /// The code at one distance; `nil` if it was not asked for.
  let reading: ReadingAtDistance?
  /// Sizes in which to print; `nil` if they were not asked for.
  let printing: Printing?
  /// Claims beside the camera; `nil` if there are none.
  let claims: ClaimCheck?

  /// The sizes in which a code is printed for one decoder at one distance.
  struct Printing: Hashable, Sendable {
    /// The decoder's name in tables.
    let decoder: String
    /// The distance, in millimetres.
    let distanceMillimetres: Double
    /// A size for each group of the evidence.
    let sizes: [PrintSize]
  }

  /// Answers how far a code is read, and what is seen of it at one distance.
  init(_ table: DistanceTable, atMillimetres distance: Double? = nil) {
    question = table.question
    evidence = table.evidence
    conditions = table.conditions
    self.table = table
    reading = distance.map { ReadingAtDistance(table, atMillimetres: $0) }
    printing = nil
    claims = nil
  }

  /// Answers how large to print a code for a decoder, by its name in tables or as it was asked for.
  ///
  /// - Returns: `nil` if the evidence does not have this decoder.
  init?(
    _ question: DistanceQuestion, evidence: DistanceEvidence, conditions: [ConditionEvidence],
    for decoder: String, atMillimetres distance: Double
  ) {
    let own = evidence.thresholds.filter { $0.decoder == decoder || $0.reference == decoder }
    guard let first = own.first else { return nil }
    self.question = question
    self.evidence = evidence
    self.conditions = conditions
    printing = Printing(
      decoder: first.decoder, distanceMillimetres: distance,
      sizes: own.map { PrintSize(question, $0, conditions: conditions, atMillimetres: distance) })
    table = nil
    reading = nil
    claims = nil
  }

  /// Answers which focal lengths claims imply, and what the camera gives.
  init(_ claims: ClaimCheck) {
    question = claims.question
    self.claims = claims
    evidence = nil
    conditions = []
    table = nil
    reading = nil
    printing = nil
  }
}
