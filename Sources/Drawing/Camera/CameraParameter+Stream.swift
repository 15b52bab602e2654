extension CameraParameter {
  /// The row of a parameter of streams: a label's way before a camera, or what the camera does.
  ///
  /// None of them reaches the camera's optics itself: at each instant the module size, the defocus, the
  /// motion, the shear and the number of electrons follow from them.
  var streamRow: Facts {
    switch self {
    case .time:
      row(
        .stream, "s", 0...600, neutral: 0, harder: .unordered,
        "The instant of a frame, for sweeps: a trial is a stream, a level is one of its frames.")
    case .approach:
      row(
        .stream, "m/s", 0...50, neutral: 0, harder: .larger,
        "How fast the label comes nearer, from `distance` at the first frame.")
    case .nearest:
      row(
        .stream, "m", 0.01...200, neutral: 0.01, harder: .unordered,
        "The distance at which an approach ends.", of: .approach)
    case .speed:
      row(
        .stream, "m/s", 0...50, neutral: 0, harder: .larger,
        "How fast a belt carries the label through the view, to the right.")
    case .shake:
      row(
        .stream, "mm", 0...1000, neutral: 0, harder: .larger,
        "How far a hand shakes: the amplitude across the view, in each direction.")
    case .shakeFrequency:
      row(
        .stream, "Hz", 0.1...100, neutral: 8, harder: .larger,
        "How often a hand shakes.", of: .shake)
    case .hunting:
      row(
        .stream, "dpt", 0...100, neutral: 0, harder: .larger,
        "How far autofocus misses at first, in dioptres to both sides.")
    case .huntingFrequency:
      row(
        .stream, "Hz", 0.01...100, neutral: 2, harder: .unordered,
        "How often autofocus goes to and fro.", of: .hunting)
    case .settling:
      row(
        .stream, "s", 0.01...600, neutral: .infinity, harder: .unordered,
        "The time in which autofocus comes to rest; left out, it never does.", of: .hunting)
    case .exposure:
      row(
        .stream, "ms", 0.001...10_000, neutral: .infinity, harder: .unordered,
        "How long the shutter is open: what moves is blurred; left out, nothing is.")
    case .readOut:
      row(
        .stream, "ms", 0...1000, neutral: 0, harder: .larger,
        "The time from the first row's read-out to the last one's: what moves is sheared.")
    case .light:
      row(
        .stream, "lx", 0.001...1_000_000, neutral: .infinity, harder: .smaller,
        "The light on the label: with `exposure` and the lens it gives the electrons of a pixel.")
    default: preconditionFailure("\(rawValue) is no parameter of streams")
    }
  }

  /// True for the parameters of streams, which only corpora over `time` have.
  package var isOfStreams: Bool { facts.stage == .stream }
}
