import Results

/// The warning to be read before any number of a table: what the numbers are not about.
struct TableWarning {
  let table: ScoreTable

  /// The warning; `nil` for a whole run that was finished, of which all symbologies are known, and whose
  /// decoders answer as they should.
  var text: String? {
    let slice = table.slice.map {
      "Slice \($0): about one in \(Numerals.count($0.count)) of the samples. harness runs merge joins the slices."
    }
    let parts =
      [slice, stopped, unequal].compactMap(\.self) + ConductWording(table).warnings
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private var stopped: String? {
    guard table.outcome.wasStopped else { return nil }
    let done = table.decoders.reduce(0) { $0 + $1.total.tried }
    guard table.settings.aim == nil else {
      return "Stopped after \(Numerals.counted(done, "decode", "decodes")); partial results."
    }
    let planned = table.decoders.reduce(0) { $0 + $1.total.planned }
    let made = min(table.outcome.reused + table.outcome.cost.decodes, done)
    guard made == done else {
      return "Stopped: \(Numerals.count(made)) of \(Numerals.count(planned)) decodes; "
        + "\(Numerals.counted(done - made, "other result is", "other results are")) of earlier runs."
    }
    guard done < planned else {
      return
        "Stopped after all \(Numerals.counted(done, "decode", "decodes")), before what follows them was "
        + "done; partial results."
    }
    return "Stopped: \(Numerals.count(done)) of \(Numerals.count(planned)) decodes; "
      + "partial results."
  }

  private var unequal: String? {
    guard let groups = table.unequalGroups else { return nil }
    let isRanked = groups.contains { table.rankedGroups.contains($0) }
    return
      "The symbology of the codes in \(Words.list(groups)) is not known, and the decoders support different "
      + "ones\(isRanked ? "" : ", so no rank is based on \(groups.count == 1 ? "it" : "them")"): one that does not support a code counts there as one that misses it. Name the "
      + "\(groups.count == 1 ? "folder" : "folders") after the symbology, such as qrcode-2."
  }
}
