/// A question of the shipped corpora, in few words, with the corpora that ask it: the likeliest choice first.
struct CorpusTopic {
  /// At most 60 columns.
  let question: String
  let names: [String]

  private init(_ question: String, _ names: String...) {
    self.question = question
    self.names = names
  }

  /// All topics. Each shipped corpus is in one of them.
  static let all = [
    CorpusTopic(
      "Which symbologies does a decoder read?",
      "smoke", "mlkit-formats", "further-formats", "breadth"),
    CorpusTopic(
      "How small may a clean symbol be?",
      "qr-small", "datamatrix-small", "aztec-small", "pdf417-small", "linear-small", "stacked",
      "demo"),
    CorpusTopic("Do larger or safer QR Codes need larger modules?", "qr-versions", "qr-ecc"),
    CorpusTopic(
      "Does it read the smallest sizes that others state?", "documented-minima", "bands"),
    CorpusTopic("How far away does it read?", "walk-away"),
    CorpusTopic("How many pixels should an image have?", "field-of-view", "resolution"),
    CorpusTopic(
      "How bad may the picture be?",
      "defocus", "motion", "size-and-blur", "noise", "contrast", "jpeg", "rotation", "tilt"),
    CorpusTopic(
      "How bad may the print be?",
      "damage", "quiet-zone", "inverted", "thermal-labels", "dpm"),
    CorpusTopic("How many codes of one image does it find?", "multi", "dense"),
    CorpusTopic(
      "Does it return what is there, and nothing else?", "payloads", "meaning", "negatives"),
    CorpusTopic(
      "Does it select the code that is meant?",
      "select-stacked", "select-side-by-side", "select-turned", "select-vertical",
      "select-datamatrix"),
    CorpusTopic(
      "How soon does it read in a video?",
      "stream-approach", "stream-autofocus", "stream-conveyor", "stream-low-light",
      "stream-shake"),
    CorpusTopic(
      "How likely is it to read a photo?",
      "calibration", "calibration-light", "calibration-scenes"),
  ]
}
