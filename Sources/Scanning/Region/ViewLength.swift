/// A length in a view, in the units of scanning kits.
public enum ViewLength: Hashable, Sendable, CustomStringConvertible {
  /// Device pixels of the view.
  case pixels(Double)
  /// Device-independent pixels, of which one is as many device pixels as the view's scale says.
  case dips(Double)
  /// A share of a side: 0.5 is half of it.
  case fraction(Double)

  /// No length.
  public static let zero = ViewLength.pixels(0)

  /// Reads a length as people type it: `40dip`, `12px`, `50%` or `0.5`.
  ///
  /// A number alone is a fraction. Returns `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    func number(_ suffix: String) -> Double? {
      guard text.hasSuffix(suffix) else { return nil }
      return Double(String(text.dropLast(suffix.count))).flatMap { $0.isFinite ? $0 : nil }
    }
    if let dips = number("dip") {
      self = .dips(dips)
    } else if let pixels = number("px") {
      self = .pixels(pixels)
    } else if let percent = number("%") {
      self = .fraction(percent / 100)
    } else if let fraction = number("") {
      self = .fraction(fraction)
    } else {
      return nil
    }
  }

  public var description: String {
    switch self {
    case .pixels(let pixels): Self.text(pixels) + "px"
    case .dips(let dips): Self.text(dips) + "dip"
    case .fraction(let fraction): Self.text(fraction * 100) + "%"
    }
  }

  /// A number as people type it: without a fraction of 0, and without the last bits of a product.
  static func text(_ number: Double) -> String {
    let short = (number * 1e6).rounded() / 1e6
    return short == short.rounded() && abs(short) < 1e9 ? "\(Int(short))" : "\(short)"
  }

  /// The number, whatever its unit.
  var number: Double {
    switch self {
    case .pixels(let number), .dips(let number), .fraction(let number): number
    }
  }

  /// Converts to device pixels.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per device-independent pixel.
  ///   - side: The side of which a fraction is a share, in device pixels.
  func pixels(scale: Double, of side: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .dips(let dips): dips * scale
    case .fraction(let fraction): fraction * side
    }
  }
}

/// The view in which a camera's picture is shown: its size and the density of its pixels.
public struct ScanView: Hashable, Sendable {
  /// Columns, in device-independent pixels; above 0.
  public let width: Double
  /// Rows, in device-independent pixels; above 0.
  public let height: Double
  /// Device pixels per device-independent pixel; above 0.
  public let scale: Double

  /// Makes a view.
  ///
  /// - Throws: ``ScanRegionError/emptyView`` unless all three are above 0.
  public init(width: Double, height: Double, scale: Double = 1) throws(ScanRegionError) {
    guard [width, height, scale].allSatisfy({ $0 > 0 && $0.isFinite }) else { throw .emptyView }
    self.width = width
    self.height = height
    self.scale = scale
  }

  /// Reads a view as people type it: `375x812@3`, or `1920x1080` with a scale of 1.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let sides = parts[0].sides({ Double($0) }),
      let scale = parts.count == 2 ? Double(String(parts[1])) : 1,
      let view = try? ScanView(width: sides.width, height: sides.height, scale: scale)
    else { return nil }
    self = view
  }

  /// Columns, in device pixels.
  public var widthPixels: Double { width * scale }
  /// Rows, in device pixels.
  public var heightPixels: Double { height * scale }
}
