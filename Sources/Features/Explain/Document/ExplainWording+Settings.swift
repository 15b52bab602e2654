import Base
import Measuring
import Reporting
import Scanning

/// Decoders' own settings that read an image as it is.
extension ExplainWording {
  /// What the decoders' own settings do: `zbar:profile=tuned reads it unchanged`, or after which change.
  static func settings(_ explanation: Explanation) -> [String] {
    explanation.settings.map { setting in
      reference(setting, explanation) + " reads it "
        + (setting.change.map { "after " + FaultWording.words($0) } ?? "unchanged")
    }.uniqued()
  }

  /// The decoders with settings that read the image as it is, as they are typed: `zbar:profile=tuned`.
  static func tuned(_ explanation: Explanation) -> [String] {
    explanation.settings.filter { $0.change == nil }.map { reference($0, explanation) }.uniqued()
  }

  /// A decoder with a setting as it is typed: `zbar:profile=tuned`.
  static func reference(
    _ setting: Explanation.Setting, _ explanation: Explanation
  ) -> String {
    let reference =
      explanation.decoders.first { $0.label == setting.decoder }?.reference ?? setting.decoder
    return "\(reference)\(reference.contains(":") ? "," : ":")\(setting.setting)"
  }

  /// The images that a decoder's own setting reads without the change; empty without any.
  static func countTuned(_ images: [ExplainedImage]) -> String {
    let own = images.filter { $0.standing == .changed }.map { tuned($0.explanation) }
    let names = Words.counts(own.flatMap(\.self)).map(\.name)
    guard !names.isEmpty else { return "" }
    return ", \(Numerals.count(own.count { !$0.isEmpty })) of them unchanged with "
      + Words.list(Words.first(names, others: "more"), joinedBy: "or")
  }
}
