import Drawing
import Testing

@Suite struct CameraSettingsTests {
  @Test func nothingAskedForIsNeutralAndLeavesNoTrace() {
    let settings = CameraSettings()
    #expect(settings.canonicalText == "")
    #expect(settings.isPlain)
    #expect(!settings.isNoisy)
    #expect(CameraParameter.allCases.allSatisfy { settings.isNeutral($0) })
  }

  @Test func canonicalTextHasWhatIsNotNeutralSortedAndBitForBit() {
    var settings = CameraSettings()
    settings[.rotation] = 30
    settings[.blur] = 1.5
    let blur = (1.5).bitPattern
    let rotation = (30.0).bitPattern
    #expect(
      settings.canonicalText == "blur \(blur)\nrotation \(rotation)\n")
    settings[.blur] = 0
    #expect(settings.canonicalText == "rotation \(rotation)\n")
    settings[.rotation] = -0.0
    #expect(settings == CameraSettings())
  }

  @Test func aDirectionOfNothingIsNeutral() {
    var settings = CameraSettings()
    settings[.motionDirection] = 45
    #expect(settings.isNeutral(.motionDirection))
    #expect(settings.canonicalText == "" && settings.isPlain)
    settings[.motion] = 3
    #expect(!settings.isNeutral(.motionDirection))
    #expect(settings.canonicalText.contains("motion-direction"))
  }

  @Test(arguments: CameraParameter.allCases)
  func onlyPrintAndGeometryArePlain(parameter: CameraParameter) {
    var settings = CameraSettings()
    if let governor = parameter.facts.governedBy { settings[governor] = Self.other(governor) }
    settings[parameter] = Self.other(parameter)
    #expect(!settings.isNeutral(parameter))
    #expect(settings.isPlain == !parameter.facts.stage.isPhotometric)
    #expect(settings.isNoisy == [.photons, .readNoise].contains(parameter))
  }

  @Test func contrastNeedsPaperThatReflectsAsMuch() {
    var settings = CameraSettings()
    settings[.paperReflectance] = 60
    #expect(settings.objection == nil)
    settings[.symbolContrast] = 60
    #expect(settings.objection == nil)
    settings[.symbolContrast] = 61
    #expect(
      settings.objection
        == "a symbol-contrast of 61 % needs a paper-reflectance of at least as much, and it is 60 %"
    )
  }

  @Test(arguments: CameraParameter.allCases)
  func factsAreConsistent(parameter: CameraParameter) {
    let facts = parameter.facts
    #expect(parameter.rawValue.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
    #expect(parameter.objection(to: facts.neutral) == nil)
    #expect(parameter.objection(to: facts.range.lowerBound) == nil)
    #expect(parameter.objection(to: facts.range.upperBound) == nil)
    #expect(facts.neutral.isInfinite || facts.range.contains(facts.neutral))
    #expect(facts.summary.hasSuffix(".") && facts.summary.count <= 150)
    #expect((facts.kind == .flag) == facts.unit.isEmpty)
    if facts.kind == .flag { #expect(facts.harder == .unordered) }
    // The hard end of the range is the one away from the neutral value; no distance is neutral.
    switch facts.harder {
    case .larger where parameter == .distance: #expect(facts.neutral.isInfinite)
    case .larger: #expect(facts.neutral < facts.range.upperBound)
    case .smaller: #expect(facts.neutral > facts.range.lowerBound)
    case .unordered: break
    }
    if let governor = facts.governedBy {
      #expect(governor.facts.stage == facts.stage && governor.facts.governedBy == nil)
    }
  }

  @Test func objectionsSayWhatWouldBeRight() {
    #expect(CameraParameter.tilt.objection(to: 95) == "tilt is between 0 and 75 °")
    #expect(
      CameraParameter.jpeg.objection(to: 50.5)
        == "jpeg is a whole number between 1 and 100")
    #expect(CameraParameter.inverted.objection(to: 0.5) == "inverted is either true or false")
    #expect(CameraParameter.photons.objection(to: .nan) != nil)
    #expect(CameraParameter.blur.objection(to: .infinity) != nil)
  }

  private static func other(_ parameter: CameraParameter) -> Double {
    let facts = parameter.facts
    return facts.neutral == facts.range.lowerBound
      ? facts.range.upperBound : facts.range.lowerBound
  }
}
