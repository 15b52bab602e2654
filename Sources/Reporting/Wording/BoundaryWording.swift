import Results

/// The wording of one map's numbers, the same in every report.
struct BoundaryWording {
  let map: BoundaryMap
  private let wording: ScoreWording
  private let maps: MapRecord

  /// The wording of every map of a table; empty for a corpus with one axis.
  static func all(_ wording: ScoreWording) -> [BoundaryWording] {
    guard let maps = wording.table.corpus.maps else { return [] }
    return (wording.table.maps ?? []).filter { !$0.contours.isEmpty }.map {
      BoundaryWording(map: $0, wording: wording, maps: maps)
    }
  }

  /// The sweep's axis with its unit: `module size, px`.
  var axis: String { Self.name(wording.table.corpus.axis) + wording.unitAfterComma }

  /// The second axis with its unit: `blur, px`.
  var secondAxis: String {
    Self.name(maps.axis) + (maps.unit.isEmpty ? "" : ", \(maps.unit)")
  }

  /// The second axis's levels.
  var columns: [Double] { maps.levels.map(\.value) }

  /// The lead of every table: `Module size in px from which 95 % are read, by blur in px: v2-m/rotated`.
  var title: String {
    let name = Self.name(wording.table.corpus.axis)
    let unit = wording.unit.isEmpty ? "" : " in \(wording.unit)"
    return name.prefix(1).uppercased() + name.dropFirst() + unit
      + " \(wording.isLargerHarder ? "up to" : "from") which \(percent) are read, by "
      + Self.name(maps.axis) + (maps.unit.isEmpty ? "" : " in \(maps.unit)") + ": \(map.id)"
  }

  /// The rate in percent, with its sign.
  var percent: String { "\(Numerals.level(map.rate * 100))\(Numerals.narrowSpace)%" }

  /// The row of a level of the second axis.
  func name(ofColumn column: Int) -> String { maps.levels[column].text }

  /// A level of the second axis with its name and unit, as a sentence has it: `blur 0.5 px`.
  func place(ofColumn column: Int) -> String {
    Self.name(maps.axis) + " " + name(ofColumn: column)
      + (maps.unit.isEmpty ? "" : " \(maps.unit)")
  }

  /// A boundary with its interval and the islands above it: `1.62 [1.5–1.8], island 3–3.1`. An end that
  /// the levels do not bound is `<0.8` or `>6`.
  func point(_ point: BoundaryPoint) -> String {
    let islands = point.islands.isEmpty ? "" : ", island \(wording.islands(point.islands))"
    let kind: ModelCrossing.Kind =
      switch point.kind {
      case .at: .at
      case .beyondHardest: .beyondHardest
      case .beyondEasiest: .beyondEasiest
      case .none: .hidden
      }
    guard kind == .at, let value = point.value else {
      return wording.model(ModelCrossing(kind: kind, value: point.value)) + islands
    }
    let levels = wording.table.corpus.levels
    let (lower, upper) =
      wording.isLargerHarder ? (point.easy, point.hard) : (point.hard, point.easy)
    return "\(Numerals.decimal(value, places: 2)) "
      + "[\(lower.map(Numerals.level) ?? "<" + (levels.first?.text ?? ""))–"
      + "\(upper.map(Numerals.level) ?? ">" + (levels.last?.text ?? ""))]" + islands
  }

  /// The decodes of all decoders, as a share of those of the full grid: a sentence.
  var cost: String {
    let decodes = map.contours.reduce(0) { $0 + $1.decodes }
    let grid = map.gridDecodes * map.contours.count
    let spent = "\(Numerals.counted(decodes, "decode", "decodes"))"
    let aim = wording.table.settings.aim
    guard aim?.boundary != nil, grid > 0 else {
      let isFull = aim == nil && decodes == grid
      return isFull ? "The full grid, \(spent)" : spent
    }
    return "Traced in \(spent), "
      + "\(Numerals.percentage(decodes, of: grid)) of the full grid's"
  }

  private static func name(_ axis: String) -> String { axis.replacing("-", with: " ") }
}
