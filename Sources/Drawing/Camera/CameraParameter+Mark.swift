extension CameraParameter {
  /// The row of a parameter of industrial marks: dots, laser lines, thermal print, a grid out of shape,
  /// and bare metal.
  ///
  /// SAE AS9132 asks of dots a size of 60 to 105 % of a module, an offset of 20 % at most, and an angle
  /// of distortion of 7° at most.
  var markRow: Facts {
    switch self {
    case .dots, .dotSize, .dotSizeSpread, .dotOffset, .missingDots, .satellites, .dentShading,
      .dentLight:
      dotRow
    case .hatch:
      row(
        .print, "modules", 0.05...1, neutral: .infinity, harder: .unordered,
        "The distance between a laser's lines that fill dark modules; left out, they are solid.")
    case .hatchLine:
      row(
        .print, "%", 10...100, neutral: 70, harder: .smaller,
        "How wide a laser's line is, of the distance between lines.", of: .hatch)
    case .hatchBurn:
      row(
        .print, "%", 0...200, neutral: 0, harder: .larger,
        "How much wider than the line the burnt discs at both of its ends are; 0 ends it squarely.",
        of: .hatch)
    case .deadLines:
      row(
        .print, "%", 0...50, neutral: 0, harder: .larger,
        "The chance of a thermal print head's elements to be dead: each leaves a line blank.")
    case .printerDots:
      row(
        .print, "dots", 1...24, neutral: 3, harder: .smaller, kind: .whole,
        "Heating elements along a module's side: 3 print a module of 0.375 mm at 203 dpi.",
        of: .deadLines)
    case .ladder:
      row(
        .print, "", 0...1, neutral: 0, harder: .unordered, kind: .flag,
        "The paper moves along the rows, so that dead lines cross the bars; else along the bars.",
        of: .deadLines)
    case .wrinkle:
      row(
        .print, "modules", 0...4, neutral: 0, harder: .larger,
        "How wide the blank line is that a crease of the ribbon leaves right across the symbol.")
    case .skew:
      row(
        .print, "°", -45...45, neutral: 0, harder: .unordered,
        "How far columns lean from the perpendicular to rows, to the right at the top.",
        iso: "angle of distortion (SAE AS9132)")
    case .warp:
      row(
        .print, "modules", 0...2, neutral: 0, harder: .larger,
        "The amplitude of waves that bend the grid, along either axis.",
        iso: "raises grid nonuniformity (ISO/IEC 15415)")
    case .warpWavelength:
      row(
        .print, "modules", 4...1000, neutral: 20, harder: .smaller,
        "The length of the waves that bend the grid; they run in directions drawn at random.",
        of: .warp)
    default: metalRow
    }
  }

  private var dotRow: Facts {
    switch self {
    case .dots:
      row(
        .print, "dots", 1...8, neutral: .infinity, harder: .unordered, kind: .whole,
        "Dots along the side of a dark module, as of a stylus or an ink jet; left out, it is solid."
      )
    case .dotSize:
      row(
        .print, "%", 20...150, neutral: 100, harder: .smaller,
        "The diameter of a dot, of the distance between dots.", iso: "dot size (SAE AS9132)",
        of: .dots)
    case .dotSizeSpread:
      row(
        .print, "%", 0...90, neutral: 0, harder: .larger,
        "The most by which a dot's diameter differs from `dot-size`, of it, either way.", of: .dots)
    case .dotOffset:
      row(
        .print, "%", 0...100, neutral: 0, harder: .larger,
        "How far a dot can lie off its place in any direction, of the distance between dots.",
        iso: "dot center offset (SAE AS9132)", of: .dots)
    case .missingDots:
      row(
        .print, "%", 0...90, neutral: 0, harder: .larger, "The chance of each dot to be missing.",
        iso: "lowers unused error correction (ISO/IEC 15415)", of: .dots)
    case .satellites:
      row(
        .print, "%", 0...100, neutral: 0, harder: .larger,
        "The chance of each dot to have a small one, a third as wide, beside it along the row.",
        of: .dots)
    case .dentShading:
      row(
        .print, "%", 0...100, neutral: 0, harder: .larger,
        "How far dots are dents, dark towards the light and bright beyond; 100 is as much of both.",
        iso: "lowers cell modulation (ISO/IEC 29158)", of: .dots)
    default:
      row(
        .print, "°", -360...360, neutral: 225, harder: .unordered,
        "The side of the image that light falls on dents from; 225 is the top left.",
        iso: "orientation of light from one side, 30S (ISO/IEC 29158)", of: .dots)
    }
  }

  private var metalRow: Facts {
    switch self {
    case .brushing:
      row(
        .reflectance, "%", 0...40, neutral: 0, harder: .larger,
        "The standard deviation of the reflectance of brushed metal, in streaks; of white.",
        iso: "lowers cell modulation (ISO/IEC 29158)")
    case .brushingLength:
      row(
        .reflectance, "modules", 0.5...1000, neutral: 20, harder: .unordered,
        "The distance along streaks in which their correlation falls to a half.", of: .brushing)
    case .brushingWidth:
      row(
        .reflectance, "modules", 0.1...100, neutral: 0.5, harder: .unordered,
        "The distance across streaks in which their correlation falls to a half.", of: .brushing)
    case .brushingDirection:
      row(
        .reflectance, "°", -360...360, neutral: 0, harder: .unordered,
        "Which way streaks run on the part, from the symbol's rows.", of: .brushing)
    case .mirrorSpots:
      row(
        .reflectance, "%", 0...50, neutral: 0, harder: .larger,
        "The share of the surface that mirrors the lamp and is white: spots of 0.3 to 1 modules.")
    default: preconditionFailure("\(rawValue) is no parameter of marks")
    }
  }
}
