extension Tone {
  /// Makes the grey levels of bare paper and of full ink for the settings.
  ///
  /// The camera is exposed so that 100 % reflectance is exactly the top of the scale, and it is
  /// linear: twice the light is twice the grey level. If no contrast is asked for, ink reflects
  /// nothing.
  init(_ settings: CameraSettings) {
    let paper = settings[.paperReflectance]
    let ink = paper - min(settings[.symbolContrast], paper)
    let isInverted = settings.isSet(.inverted)
    light = Float(255 * (isInverted ? ink : paper) / 100)
    dark = Float(255 * (isInverted ? paper : ink) / 100)
  }
}
