/// The way in which a corpus aims at one symbol of each image and chooses it among the others.
public struct SelectionRecord: Hashable, Sendable, Codable {
  /// The view, such as `320x240@2`; `nil` for one that shows the whole image.
  public var view: String?
  /// The margins: left, top, right, bottom.
  public var margins: [String]
  /// The point of interest in the scan area: x and y.
  public var pointOfInterest: [String]
  /// The shape of the selection, such as `radius:40px`; `nil` where the sweep or conditions give a
  /// radius, and where all symbols of the scan area are kept.
  public var shape: String?
  /// The rule for symbols across the selection's edge: `touching`, `centre-inside`, `wholly-inside`.
  public var edge: String
  /// The rule for symbols across the scan area's edge.
  public var areaEdge: String

  package init(
    view: String?, margins: [String], pointOfInterest: [String], shape: String?, edge: String,
    areaEdge: String
  ) {
    (self.view, self.margins, self.pointOfInterest) = (view, margins, pointOfInterest)
    (self.shape, self.edge, self.areaEdge) = (shape, edge, areaEdge)
  }
}
