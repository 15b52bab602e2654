import DecoderKit
import PluginHost

/// A decoder with settings, as one point of the search.
struct Candidate: Hashable, Sendable {
  /// One setting that differs from the decoder as it comes.
  enum Setting: Hashable, Sendable {
    /// An option with its value.
    case option(String, String)
    /// The decoder is told which symbologies to look for.
    case formats
  }

  /// The decoder's name.
  let decoder: String
  /// Options that differ from the decoder as it comes.
  let options: [String: String]
  /// The symbologies that it is told to look for; empty for all that it reads.
  let formats: [Symbology]
  /// The part of a frame that it gets, and its pixels.
  let capture: Capture

  init(
    decoder: String, options: [String: String] = [:], formats: [Symbology] = [],
    capture: Capture = .whole
  ) {
    self.decoder = decoder
    self.options = options
    self.capture = capture
    self.formats = formats.sorted { $0.rawValue < $1.rawValue }
  }

  /// The candidate as it is started.
  var reference: DecoderReference {
    DecoderReference(
      name: decoder, options: options, hints: formats.isEmpty ? nil : .formats(Set(formats)))
  }

  /// The candidate as `--decoder` takes it: `zxing:try-harder=false@formats:qr-code`.
  var argument: String { reference.description }

  /// Returns the candidate with another capture.
  func taking(_ capture: Capture) -> Candidate {
    Candidate(decoder: decoder, options: options, formats: formats, capture: capture)
  }

  /// The settings that differ from another candidate of the same decoder, formats last.
  func settings(beside other: Candidate) -> [Setting] {
    let changed = options.filter { other.options[$0.key] != $0.value }
    return changed.sorted { $0.key < $1.key }.map { .option($0.key, $0.value) }
      + (formats == other.formats ? [] : [.formats])
  }

  /// Returns the candidate without one of its settings: with what another one has in its place.
  func without(_ setting: Setting, as other: Candidate) -> Candidate {
    switch setting {
    case .formats: return Candidate(decoder: decoder, options: options, formats: other.formats)
    case .option(let name, _):
      var options = options
      options[name] = other.options[name]
      return Candidate(decoder: decoder, options: options, formats: formats)
    }
  }

  /// Returns the candidate with the settings of another one, which win.
  func merged(with other: Candidate) -> Candidate {
    Candidate(
      decoder: decoder, options: options.merging(other.options) { $1 },
      formats: other.formats.isEmpty ? formats : other.formats)
  }
}
