extension Tone {
  /// The grey levels of bare paper and of full ink, for settings.
  ///
  /// The camera is exposed so that 100 % of reflectance is just the top of the scale, and is
  /// linear: twice the light is twice the grey level. Where no contrast is asked for, ink reflects
  /// nothing.
  init(_ settings: CameraSettings) {
    let paper = settings[.paperReflectance]
    let ink = paper - min(settings[.symbolContrast], paper)
    let isInverted = settings.isSet(.inverted)
    light = Float(255 * (isInverted ? ink : paper) / 100)
    dark = Float(255 * (isInverted ? paper : ink) / 100)
  }
}
