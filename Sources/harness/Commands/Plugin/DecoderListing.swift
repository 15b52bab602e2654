import DecoderKit
import PluginHost
import Reporting

/// Decoders as `harness plugin list` shows them: in lines that fit the terminal.
struct DecoderListing {
  private let width: Int

  /// Makes a listing.
  ///
  /// - Parameter width: Columns; fewer than 40 are taken as 40.
  init(width: Int) {
    self.width = min(max(width, 40), 100)
  }

  /// A plugin, started to ask who it is.
  func entry(_ location: PluginSearch.Location) -> String {
    do throws(PluginError) {
      let identity = try DecoderWorker.identify(WorkerSettings(location))
      return describe(identity, at: location)
    } catch {
      let lines =
        paragraph("", "\(location.name ?? location.path)  unavailable")
        + paragraph("  because   ", error.message)
        + found(location)
      return lines.joined(separator: "\n") + "\n"
    }
  }

  /// A decoder that is available.
  func describe(_ identity: DecoderIdentity, at location: PluginSearch.Location) -> String {
    var lines = paragraph(
      "",
      "\(identity.name)  \(identity.library) \(identity.version)"
        + (identity.isOptIn ? "  (takes part only when named)" : ""))
    if !identity.summary.isEmpty { lines += paragraph("  ", identity.summary) }
    lines += found(location)
    let symbologies = identity.symbologies.map(\.description).sorted()
    lines += paragraph(
      "  reads     ", symbologies.isEmpty ? "nothing" : symbologies.joined(separator: ", "))
    for profile in identity.profiles {
      lines += paragraph("  profile   ", "\(profile.name): \(profile.summary)")
    }
    for option in identity.options {
      lines += paragraph(
        "  option    ",
        "\(option.name)=\(option.defaultValue): \(option.summary) Takes \(option.accepted).")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Where it is. A path is not broken, so that it can be copied.
  private func found(_ location: PluginSearch.Location) -> [String] {
    ["  found     " + DisplayText.printable("\(location.path) (\(location.source.rawValue))")]
  }

  private func paragraph(_ label: String, _ text: String) -> [String] {
    // Two spaces stand between columns and stay.
    let words = DisplayText.printable(text)
      .replacing("  ", with: "\u{A0} ").split(separator: " ").map(String.init)
    let indent = String(repeating: " ", count: label.isEmpty ? 4 : label.count)
    return DisplayText.wrapped(words, to: width - max(label.count, indent.count)).enumerated()
      .map { ($0 == 0 ? label : indent) + $1.replacing("\u{A0}", with: " ") }
  }
}
