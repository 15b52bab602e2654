/// A driver licence or identity card of North America (AAMVA DL/ID Card Design Standard).
public struct DriverLicence: Hashable, Sendable {
  /// The kind of a document.
  public enum Document: String, CaseIterable, Hashable, Sendable, Codable {
    /// A driver licence.
    case licence = "DL"
    /// An identity card.
    case identityCard = "ID"
    /// An enhanced driver licence.
    case enhanced = "EN"
  }

  /// A person's sex as the document gives it (ANSI D20).
  public enum Sex: String, CaseIterable, Hashable, Sendable, Codable {
    case male
    case female
    /// Not specified.
    case unspecified
  }

  /// The kind.
  public var document: Document
  /// The version of the standard, 0 to 99; the fields of 1 to 10 and later ones are known.
  public var version: Int
  /// The number of the authority that issued it (IIN), six digits.
  public var issuer: String
  /// The number on the licence.
  public var number: String?
  /// The family name.
  public var familyName: String?
  /// The first given name.
  public var firstName: String?
  /// Further given names.
  public var middleName: String?
  /// A title behind the name, such as `JR`.
  public var suffix: String?
  /// The date of birth.
  public var birthDate: CalendarDate?
  /// The day of issue.
  public var issueDate: CalendarDate?
  /// The last day on which it is valid.
  public var expiryDate: CalendarDate?
  /// The sex.
  public var sex: Sex?
  /// The street with the number of the house.
  public var street: String?
  /// The second line of the street.
  public var street2: String?
  /// The town.
  public var city: String?
  /// The state or province, two letters.
  public var state: String?
  /// The postal code, without fill characters.
  public var postalCode: String?
  /// The issuing country: `USA` or `CAN`.
  public var country: String?
  /// The height in centimetres, from inches where the document has those.
  public var heightCentimetres: Int?
  /// The colour of the eyes, such as `BRO`.
  public var eyes: String?
  /// The colour of the hair.
  public var hair: String?
  /// The class of vehicles.
  public var vehicleClass: String?
  /// Restrictions.
  public var restrictions: String?
  /// Endorsements.
  public var endorsements: String?
  /// The document's own number, which changes with each issue.
  public var discriminator: String?
  /// True for an organ donor; `nil` if the document does not say.
  public var isOrganDonor: Bool?
  /// True for a veteran; `nil` if the document does not say.
  public var isVeteran: Bool?
  /// All elements of all subfiles, by their three-letter identifiers.
  public var elements: [String: String]

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("document", document.rawValue)
    fields.add("version", String(version))
    fields.add("issuer", issuer)
    fields.add("number", number)
    fields.add("family-name", familyName)
    fields.add("first-name", firstName)
    fields.add("middle-name", middleName)
    fields.add("suffix", suffix)
    fields.add("birth-date", birthDate?.description)
    fields.add("issue-date", issueDate?.description)
    fields.add("expiry-date", expiryDate?.description)
    fields.add("sex", sex?.rawValue)
    fields.add("street", street)
    fields.add("street-2", street2)
    fields.add("city", city)
    fields.add("state", state)
    fields.add("postal-code", postalCode)
    fields.add("country", country)
    fields.add("height-centimetres", heightCentimetres.map { String($0) })
    fields.add("eyes", eyes)
    fields.add("hair", hair)
    fields.add("vehicle-class", vehicleClass)
    fields.add("restrictions", restrictions)
    fields.add("endorsements", endorsements)
    fields.add("discriminator", discriminator)
    fields.add("organ-donor", isOrganDonor.map { $0 ? "yes" : "no" })
    fields.add("veteran", isVeteran.map { $0 ? "yes" : "no" })
    return fields
  }
}
