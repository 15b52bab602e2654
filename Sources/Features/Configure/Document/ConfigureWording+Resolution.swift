import Reporting

/// The words of the resolution that samples need.
extension ConfigureWording {
  /// The resolution that the samples need, and what speaks for it.
  ///
  /// - Parameter likelySmall: Samples that nobody reads whose likeliest fault is that they are too small.
  static func sentences(_ need: ResolutionNeed, likelySmall: Int) -> [String] {
    let smallest = "the smallest modules are \(pixels(need.smallestModulePixels))"
    let frame = "\(need.frame.width) × \(need.frame.height)"
    let view = "With the samples' view (\(frame)), "
    let advice = need.advice.map { "\($0.width) × \($0.height)" }
    switch need.samples.verdict {
    case .enough:
      return [
        "It reads \(need.samples.reads) of \(samples(need.samples.samples)); \(smallest).",
        twin(need),
        advice == frame
          ? "The pixels of the samples (\(frame)) are enough."
          : view + "\(advice ?? frame) is enough.",
      ] + (likelySmall == 0 ? [] : [nearer(likelySmall)])
    case .tooSmall:
      let from = need.samples.readFromPixels.map {
        " From \(pixels($0)) on it reads 95 % of those that were measured."
      }
      return [
        missed(need.samples)
          + " On average, their modules are significantly smaller than those that it reads"
          + "\(chance(need.samples)); \(smallest)." + (from ?? ""),
        need.factor.map { factor in
          advice.map { view + "\($0) shows the modules as large as that." }
            ?? view
            + "the sides need \(Numerals.decimal(factor, places: 1)) times as many pixels, more than "
            + "4K has: move closer, or zoom."
        } ?? "Move closer, zoom, or use a camera with more pixels.",
      ]
    case .unexplained:
      return [
        missed(need.samples) + " " + unexplained(need.samples) + "; \(smallest).",
        nearer(likelySmall), twin(need),
        view + "\(advice ?? frame) has at least as many pixels; fewer are not shown to be enough.",
      ]
    }
  }

  /// The sizes of twins that are read.
  private static func twin(_ need: ResolutionNeed) -> String {
    need.reliableFromPixels.map {
      "Drawn twins are read at 95 % from \(pixels($0)) on (observed, not certified)."
    } ?? "Drawn twins are read at 95 % at none of their sizes, so only the samples decide."
  }

  private static func missed(_ samples: SizeEvidence) -> String {
    "It misses \(samples.samples - samples.reads) of \(Self.samples(samples.samples))."
  }

  /// The reason for which nobody knows whether larger modules would help.
  private static func unexplained(_ samples: SizeEvidence) -> String {
    let (missed, measured) = (samples.samples - samples.reads, samples.measuredMisses)
    if measured == 0 { return "The modules of \(those(missed)) could not be measured" }
    let some =
      measured == missed
      ? those(missed) : "the \(measured == 1 ? "one" : "\(measured)") that could be measured"
    return samples.p == nil
      ? "It reads no sample of the same symbologies as \(some), so modules cannot be compared"
      : "The modules of \(some) are not significantly smaller than those of the samples that it reads"
        + chance(samples)
  }

  private static func those(_ count: Int) -> String { count == 1 ? "that one" : "those" }

  /// The samples that nobody reads and that are likely too small, or that there are none.
  private static func nearer(_ likelySmall: Int) -> String {
    likelySmall == 0
      ? "Nothing shows that moving closer would help."
      : counted(likelySmall, "sample that nobody reads is", "samples that nobody reads are")
        + " likely too small: moving closer may help there."
  }

  private static func chance(_ samples: SizeEvidence) -> String {
    samples.p.map { " (\(Numerals.p($0)))" } ?? ""
  }

  private static func pixels(_ size: Double) -> String {
    Numerals.decimal(size, places: 2) + " px"
  }

  private static func samples(_ count: Int) -> String { counted(count, "sample", "samples") }
}
