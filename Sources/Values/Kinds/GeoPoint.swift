/// A place on Earth (RFC 5870).
///
/// Latitude and longitude 0 with a query are Android's form of a place that is known by its query alone.
public struct GeoPoint: Hashable, Sendable {
  /// Degrees north, −90 to 90.
  public let latitude: Double
  /// Degrees east, −180 to 180.
  public let longitude: Double
  /// Metres above the ellipsoid; `nil` if the symbol does not say.
  public let altitude: Double?
  /// The radius in metres within which the place lies; `nil` if the symbol does not say.
  public let uncertainty: Double?
  /// The words to search for there, or the place's name; `nil` without one.
  public let query: String?

  /// Makes a place; `nil` if it is not on Earth.
  public init?(
    latitude: Double, longitude: Double, altitude: Double? = nil, uncertainty: Double? = nil,
    query: String? = nil
  ) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.uncertainty = uncertainty
    self.query = query
  }

  /// Latitude and longitude with a comma between.
  var coordinates: String { "\(latitude),\(longitude)" }

  /// The words alone where only they tell the place, else the coordinates.
  var displayValue: String { isQueryAlone ? query ?? coordinates : coordinates }

  private var isQueryAlone: Bool { latitude == 0 && longitude == 0 && query?.isEmpty == false }

  var fields: [ValueField] {
    var fields: [ValueField] = []
    if !isQueryAlone {
      fields.add("latitude", "\(latitude)")
      fields.add("longitude", "\(longitude)")
    }
    fields.add("altitude", altitude.map { "\($0)" })
    fields.add("uncertainty", uncertainty.map { "\($0)" })
    fields.add("query", query)
    return fields
  }
}
