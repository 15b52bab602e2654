import DecoderKit
import PluginHost
import Reporting

/// Decoders as `harness plugin list` shows them: in lines that fit the terminal.
struct DecoderListing {
  let style: TerminalStyle

  /// The entry of a plugin, which is started to learn its identity.
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

  /// The entry of a decoder that is available.
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

  /// The lines with the plugin's place. A path is not wrapped, so that it can be copied.
  private func found(_ location: PluginSearch.Location) -> [String] {
    ["  found     " + style.shown("\(location.path) (\(location.source.rawValue))")]
  }

  private func paragraph(_ label: String, _ text: String) -> [String] {
    // Two spaces separate columns and are kept.
    style.paragraph(
      text.replacing("  ", with: "\u{A0} "), label: label, hanging: label.isEmpty ? 4 : nil
    ).map { $0.replacing("\u{A0}", with: " ") }
  }
}
