import DecoderKit

/// A scan reflectance profile as ISO/IEC 15416 analyses it, without knowledge of the symbol.
///
/// Elements are the stretches above and below the global threshold. An edge lies where the profile
/// crosses the middle between the extreme reflectances of the elements on its sides.
struct ReflectanceProfile {
  /// Reflectances at equal steps, 0 to 1, quiet zones included.
  let values: [Double]
  /// The highest and the lowest reflectance.
  let highest: Double
  let lowest: Double
  /// The elements from one quiet zone to the other.
  let elements: [Element]

  /// A stretch on one side of the global threshold.
  struct Element: Equatable {
    let isBar: Bool
    let range: Range<Int>
    /// The highest reflectance of a space, the lowest of a bar.
    let extreme: Double
  }

  init(_ values: [Double]) {
    self.values = values
    highest = values.max() ?? 0
    lowest = values.min() ?? 0
    let threshold = (highest + lowest) / 2
    var elements: [Element] = []
    var start = 0
    for index in values.indices
    where index + 1 == values.count
      || (values[index + 1] < threshold) != (values[start] < threshold)
    {
      let range = start..<index + 1
      let isBar = values[start] < threshold
      let own = values[range]
      elements.append(
        Element(isBar: isBar, range: range, extreme: (isBar ? own.min() : own.max()) ?? 0))
      start = index + 1
    }
    self.elements = elements
  }

  /// Symbol contrast: Rmax − Rmin.
  var symbolContrast: Double { highest - lowest }

  /// The smallest edge contrast; 0 without an edge.
  var minimumEdgeContrast: Double {
    zip(elements, elements.dropFirst()).map { abs($0.extreme - $1.extreme) }.min() ?? 0
  }

  /// Modulation: the smallest edge contrast over the symbol contrast.
  var modulation: Double { symbolContrast > 0 ? minimumEdgeContrast / symbolContrast : 0 }

  /// The places of the edges, in steps from the first value.
  ///
  /// `nil` if the profile crosses the middle between two elements more than once: the edge's place is
  /// then ambiguous.
  var edges: [Double]? {
    var places: [Double] = []
    for (before, after) in zip(elements, elements.dropFirst()) {
      let middle = (before.extreme + after.extreme) / 2
      // Of equal extremes those that are nearest to the edge.
      guard let from = values[before.range].lastIndex(of: before.extreme),
        let to = values[after.range].firstIndex(of: after.extreme)
      else { return nil }
      var found: Double?
      for index in from..<to {
        let (a, b) = (values[index], values[index + 1])
        guard (a < middle) != (b < middle) else { continue }
        guard found == nil else { return nil }
        found = Double(index) + (middle - a) / (b - a)
      }
      guard let found else { return nil }
      places.append(found)
    }
    return places
  }

  /// The largest element reflectance nonuniformity: in a bar or space, from the highest peak to the
  /// lowest valley; 0 where no element has both.
  ///
  /// A slope towards an edge is neither. A quiet zone's outer end counts as the extreme that it is.
  var largestNonuniformity: Double {
    elements.indices.map { index in
      let range = elements[index].range
      // Peaks and valleys are told by the neighbours; those beyond an edge lie on the other side of
      // the threshold, the outer ends have none.
      let lower = max(range.lowerBound - 1, 0)
      let own = Array(values[lower...min(range.upperBound, values.count - 1)])
      let turns = Self.turns(own, keepsFirst: index == 0, keepsLast: index == elements.count - 1)
      guard let peak = turns.peaks.max(), let valley = turns.valleys.min() else { return 0 }
      return max(peak - valley, 0)
    }.max() ?? 0
  }

  /// Defects: the largest nonuniformity over the symbol contrast.
  var defects: Double { symbolContrast > 0 ? largestNonuniformity / symbolContrast : 0 }

  /// The local extremes of a row of values; a level stretch counts once.
  private static func turns(
    _ values: [Double], keepsFirst: Bool, keepsLast: Bool
  ) -> (peaks: [Double], valleys: [Double]) {
    var level: [Double] = []
    for value in values where value != level.last { level.append(value) }
    var (peaks, valleys): ([Double], [Double]) = ([], [])
    for index in level.indices {
      let (isFirst, isLast) = (index == 0, index == level.count - 1)
      if isFirst && !keepsFirst || isLast && !keepsLast { continue }
      let before = isFirst ? nil : level[index - 1]
      let after = isLast ? nil : level[index + 1]
      if before ?? -.infinity < level[index], after ?? -.infinity < level[index] {
        peaks.append(level[index])
      } else if before ?? .infinity > level[index], after ?? .infinity > level[index] {
        valleys.append(level[index])
      }
    }
    return (peaks, valleys)
  }
}

extension ReflectanceProfile {
  /// Grades the profile by ISO/IEC 15416:2016.
  ///
  /// - Parameters:
  ///   - nominal: The widths of the symbol's elements from its first bar to its last, in modules.
  /// - Returns: `nil` for symbologies whose decodability has no rule here.
  func grades(_ symbology: Symbology, nominal: [Int]) -> ScanGrades? {
    let isWhole =
      elements.count == nominal.count + 2 && elements.first?.isBar == false
      && elements.last?.isBar == false
    let widths =
      isWhole ? edges.map { places in zip(places, places.dropFirst()).map { $1 - $0 } } : nil
    guard let left = Decodability.value(symbology, widths: widths, nominal: nominal) else {
      return nil
    }
    return ScanGrades(parameters: [
      // A width on the wrong side of a threshold is that of another character.
      GradedParameter(.decode, passes: left > 0),
      GradedParameter(
        .symbolContrast, symbolContrast, GradeScale.symbolContrast.interpolated(symbolContrast)),
      GradedParameter(.minimumReflectance, passes: lowest <= highest / 2, value: lowest),
      GradedParameter(
        .minimumEdgeContrast, passes: minimumEdgeContrast >= 0.15 - 1e-9,
        value: minimumEdgeContrast),
      GradedParameter(.modulation, modulation, GradeScale.edgeModulation.interpolated(modulation)),
      GradedParameter(.defects, defects, GradeScale.defects.interpolated(defects)),
      GradedParameter(.decodability, left, GradeScale.decodability.interpolated(left)),
    ])
  }
}
