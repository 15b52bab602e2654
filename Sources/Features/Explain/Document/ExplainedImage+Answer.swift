import Base
import Reporting
import Scanning

/// The answer for one image.
extension ExplainedImage {
  /// The answer in a sentence that names the image, without its full stop.
  var answer: String {
    switch standing {
    case .read: whole
    case .partly:
      codes
        ?? "\(name) is read unchanged by \(ExplainWording.reading(explanation)), and missed by "
        + ExplainWording.missing(explanation)
        + (ExplainWording.cause(ofPartly: self).map { " (\($0))" } ?? "")
        + tuned(one: "reads it", several: "read it")
    case .changed: changed
    case .unconfirmed: unconfirmed
    case .doubtful: doubtful
    case .unsupported: unsupported
    case .unread:
      (ExplainWording.missedBesides(explanation).map { "\(name) is \($0)" }
        ?? "\(ExplainWording.nobodyReads(explanation)) \(name)")
        + (explanation.unbacked.isEmpty
          ? "" : " unchanged, and nothing confirms what was read after a change")
        + (ExplainWording.suspected(explanation).map { "; " + $0 } ?? "")
    }
  }

  private var unsupported: String {
    let labels = explanation.decoders.map(\.label)
    let verb = labels.count == 1 ? "does" : "do"
    let doubt = explanation.foreign?.support == nil ? "perhaps " : ""
    return "\(Words.list(labels)) \(doubt)\(verb) not support the code in \(name): "
      + [ExplainWording.witnessed(explanation), ExplainWording.otherDecoder(explanation)]
      .compactMap(\.self).joined(separator: "; ")
  }

  private var whole: String {
    let labels = explanation.decoders.map(\.label)
    let readers = labels.filter { explanation.unchanged[$0] != nil }
    let isFine = explanation.findings.isEmpty && readers == labels
    let names = isFine && labels.count > 2 ? "all \(labels.count) decoders" : Words.list(readers)
    return (isFine ? "Nothing to explain: " : "") + names
      + " read\(readers.count == 1 ? "s" : "") a code in \(name) unchanged"
  }

  /// The codes that some decoders miss; `nil` where a decoder reads nothing, or for certain nothing.
  private var codes: String? {
    guard explanation.missing.isEmpty, explanation.unbackedUnchanged.isEmpty,
      let first = explanation.missed.first
    else { return nil }
    guard explanation.missed.count == 1 else {
      return "Some decoders miss \(explanation.missed.count) codes in \(name) that others read"
    }
    return
      "\(Words.list(first.decoders)) miss\(first.decoders.count == 1 ? "es" : "") a code in \(name) that "
      + "\(Words.list(first.readers)) read\(first.readers.count == 1 ? "s" : "")"
  }

  /// The decoders' own settings that read the image as it is, as the end of a sentence; empty without any.
  private func tuned(one: String, several: String) -> String {
    let tuned = ExplainWording.tuned(explanation)
    guard !tuned.isEmpty else { return "" }
    return "; \(Words.list(Words.first(tuned, others: "more"))) \(tuned.count == 1 ? one : several)"
  }

  private var changed: String {
    let cure = ExplainWording.cure(explanation)
    let readers = cure.map { "; " + ExplainWording.readers([$0], explanation) } ?? ""
    let change = cure?.successes.first.map { " after " + FaultWording.words($0.change) } ?? ""
    let tuned = tuned(one: "does", several: "do")
    let combined = cure == nil ? ExplainWording.settings(explanation).map { "; " + $0 } : []
    return "\(ExplainWording.nobodyReads(explanation)) \(name) unchanged"
      + (explanation.unbackedUnchanged.isEmpty ? "" : " for certain")
      + (ExplainWording.cause(explanation).map { " (\($0))" } ?? "")
      + (tuned.isEmpty ? readers + change + combined.joined() : tuned)
  }

  private var unconfirmed: String {
    let known = Set(explanation.unbackedUnchanged.values.map { ExplainWording.value($0) })
    let changes = explanation.unbacked.filter { known.contains(ExplainWording.value($0.reading)) }
      .map(\.change).uniqued().count
    return "\(name) is \(ExplainWording.unconfirmed(explanation))"
      + (changes > 0 ? " (and after \(Numerals.counted(changes, "change", "changes")))" : "")
      + (ExplainWording.confirmation(self).map { "; " + $0 } ?? "")
  }

  private var doubtful: String {
    "\(ExplainWording.nobodyReads(explanation)) \(name), and there is probably no code in it"
  }
}
