import Results

extension CSVReport {
  /// The columns of what is selected; empty where the corpus aims at no symbol.
  static let selectionColumns: [Column] = {
    @Sendable func level(_ row: Row) -> SelectionScore.Level? {
      row.group.selection?.levels.first { $0.level == row.level.level }
    }
    func share(
      _ name: String, _ meaning: String,
      _ share: @escaping @Sendable (SelectionScore.Level) -> SelectionScore.Share
    ) -> [Column] {
      [
        Column(name: name, meaning: meaning) { row in text(level(row).map { share($0).count }) },
        Column(name: name + "_lower", meaning: "lower end of the exact 95 % interval of its share")
        {
          row in text(level(row).flatMap { share($0).rate?.lower })
        },
        Column(name: name + "_upper", meaning: "upper end of the exact 95 % interval of its share")
        {
          row in text(level(row).flatMap { share($0).rate?.upper })
        },
      ]
    }
    return share("target", "the target alone selected, for corpora that aim at one symbol") {
      $0.target
    }
      + share("wrong_code", "one other symbol alone selected") { $0.wrongCode }
      + share("several", "more than one symbol selected") { $0.several }
      + share("none", "nothing selected") { $0.none }
      + share("cannot_select", "readings without a place, among which nothing is selected") {
        $0.cannotSelect
      }
      + [
        Column(name: "radius_best", meaning: "the group's radius with most targets") {
          $0.group.selection?.recommendation?.best ?? ""
        },
        Column(
          name: "radius_from",
          meaning: "the group's smallest recommended radius; empty where no radius does"
        ) { recommended($0)?.from ?? "" },
        Column(name: "radius_to", meaning: "the group's largest recommended radius") {
          recommended($0)?.to ?? ""
        },
      ]
  }()

  private static func recommended(_ row: Row) -> SelectionScore.Recommendation? {
    row.group.selection?.recommendation.flatMap { $0.isFound ? $0 : nil }
  }
}
