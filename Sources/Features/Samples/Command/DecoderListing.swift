import Console
import DecoderKit
import PluginHost
import Reporting

/// Decoders as `harness list decoders` shows them: in lines that fit the terminal.
struct DecoderListing {
  private let locations: [PluginSearch.Location]
  private let sandbox: SandboxMode
  private let style: TerminalStyle

  init(_ locations: [PluginSearch.Location], sandbox: SandboxMode, style: TerminalStyle) {
    self.sandbox = sandbox
    self.locations = locations
    self.style = style
  }

  // MARK: - In short

  /// Shows a line for each decoder that can be used as soon as it has answered, then the names of
  /// the others. The reason is given where a person named the plugin or has something to mend.
  func showBriefly(_ show: (String) throws -> Void) throws {
    let width = locations.compactMap { $0.name?.count }.max() ?? 0
    var missing: [String] = []
    var refused: [String] = []
    var protections: [WorkerProtections] = []
    for location in locations {
      switch identity(of: location) {
      case .success(let introduction):
        let identity = introduction.identity
        protections.append(introduction.protections)
        try show(line(identity.name, width, Self.summary(of: identity)))
      case .failure(let error) where location.source == .given || location.isRefused:
        refused.append(describe(error, at: location))
      case .failure: missing.append(label(of: location))
      }
    }
    for entry in refused { try show("\n" + entry) }
    if !missing.isEmpty {
      let names = missing.joined(separator: ", ")
      try show("\n" + style.paragraph(names, label: "Not available: ").joined(separator: "\n"))
    }
    if let usual = protections.max(by: { $0.rawValue.nonzeroBitCount < $1.rawValue.nonzeroBitCount }
    ) {
      let text = SandboxWording.sentence(usual, sandbox)
      try show(
        "\n"
          + style.paragraph(text, label: "Sandbox (\(sandbox.rawValue)): ").joined(separator: "\n"))
    }
    let advice =
      "With a NAME: what it reads, its options, or why it is not available; "
      + "--full: everything about all of them."
    try show("\n" + style.paragraph(advice).joined(separator: "\n"))
  }

  private func label(of location: PluginSearch.Location) -> String {
    location.name ?? location.path
  }

  private func line(_ name: String, _ width: Int, _ text: String) -> String {
    style.paragraph(text, label: DisplayText.padded(name, to: width) + "  ").joined(separator: "\n")
  }

  /// `ZXing-C++ 1.4.0, 17 symbologies, profile tuned`.
  private static func summary(of identity: DecoderIdentity) -> String {
    var parts = ["\(identity.library) \(identity.version)"]
    parts.append(
      Quantities.counted(identity.symbologies.count, "symbology", "symbologies"))
    let profiles = identity.profiles.map(\.name).filter { $0 != "default" }
    if !profiles.isEmpty {
      parts.append(
        (profiles.count == 1 ? "profile " : "profiles ") + profiles.joined(separator: ", "))
    }
    if identity.isOptIn { parts.append("takes part only when named") }
    return parts.joined(separator: ", ")
  }

  // MARK: - One by one

  /// Shows what a person needs to choose among these decoders, or all that is known about each: of one
  /// alone what its options do, of several their names.
  func showEach(isFull: Bool, _ show: (String) throws -> Void) throws {
    var isShortened = false
    let detail: Detail = isFull ? .full : locations.count > 1 ? .names : .meanings
    for location in locations {
      switch identity(of: location) {
      case .success(let introduction):
        let rest = isFull ? place(of: introduction, at: location) : []
        isShortened = !isFull
        try show((lines(about: introduction.identity, detail) + rest).joined(separator: "\n"))
      case .failure(let error): try show(describe(error, at: location))
      }
      try show("")
    }
    guard isShortened else { return }
    let advice =
      (detail == .names ? "With one NAME: what its profiles and options do. " : "")
      + "With --full: the values that options take, where the plugin is, and what it may read."
    try show(style.paragraph(advice).joined(separator: "\n"))
  }

  /// Starts a plugin to learn its identity.
  private func identity(
    of location: PluginSearch.Location
  ) -> Result<Introduction, PluginError> {
    do throws(PluginError) {
      return .success(try DecoderWorker.introduce(WorkerSettings(location, sandbox: sandbox)))
    } catch {
      return .failure(error)
    }
  }

  private func describe(_ error: PluginError, at location: PluginSearch.Location) -> String {
    let lines =
      paragraph("", "\(label(of: location))  unavailable")
      + paragraph("  because   ", error.message) + found(location)
    return lines.joined(separator: "\n")
  }

  /// The amount that is said of profiles and options: their names, what they do, or the values that they take, too.
  enum Detail { case names, meanings, full }

  /// The lines with a decoder's own account of itself.
  func lines(about identity: DecoderIdentity, _ detail: Detail) -> [String] {
    var lines = paragraph(
      "",
      "\(identity.name)  \(identity.library) \(identity.version)"
        + (identity.isOptIn ? "  (takes part only when named)" : ""))
    if !identity.summary.isEmpty { lines += paragraph("  ", identity.summary) }
    let symbologies = identity.symbologies.map(\.description).sorted()
    lines += paragraph(
      "  reads     ", symbologies.isEmpty ? "nothing" : symbologies.joined(separator: ", "))
    guard detail != .names else {
      let options = identity.options.map { "\($0.name)=\($0.defaultValue)" }
      for (label, names) in [
        ("  profiles  ", identity.profiles.map(\.name)), ("  options   ", options),
      ] where !names.isEmpty {
        lines += paragraph(label, names.joined(separator: ", "))
      }
      return lines
    }
    for profile in identity.profiles {
      lines += paragraph("  profile   ", "\(profile.name): \(profile.summary)")
    }
    for option in identity.options {
      lines += paragraph(
        "  option    ",
        "\(option.name)=\(option.defaultValue): \(option.summary)"
          + (detail == .full ? " Takes \(option.accepted)." : ""))
    }
    return lines
  }

  /// The plugin's place, and what it may do.
  private func place(
    of introduction: Introduction, at location: PluginSearch.Location
  ) -> [String] {
    var lines = found(location)
    lines += paragraph(
      "  sandbox   ",
      "\(sandbox.rawValue): " + SandboxWording.sentence(introduction.protections, sandbox))
    if introduction.protections.contains(.reading), let program = try? location.program.get() {
      for line in SandboxWording.lines(about: PluginReading(program)) {
        lines += paragraph("  may read  ", line)
      }
    }
    return lines
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
