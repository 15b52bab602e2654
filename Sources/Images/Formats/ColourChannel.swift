/// One of the three colours of an image's samples.
public enum ColourChannel: Int, CaseIterable, Hashable, Sendable {
  case red = 0
  case green = 1
  case blue = 2
}
