/// A person or an organization, from a vCard, a MeCard or a BIZCARD.
public struct Contact: Hashable, Sendable {
  /// The name as it is shown; made from the parts where the symbol has only those.
  public var formattedName = ""
  /// The name in parts; `nil` if the symbol has only the whole.
  public var name: PersonName?
  /// Nicknames.
  public var nicknames: [String] = []
  /// The pronunciation of the name, in Japan in kana.
  public var pronunciation: String?
  /// Telephone numbers, as they are written.
  public var phones: [LabelledText] = []
  /// E-mail addresses.
  public var emails: [LabelledText] = []
  /// Postal addresses.
  public var addresses: [PostalAddress] = []
  /// Organizations, each with its units from the largest to the smallest.
  public var organizations: [[String]] = []
  /// Job titles.
  public var titles: [String] = []
  /// Functions in the organization.
  public var roles: [String] = []
  /// Web addresses.
  public var urls: [LabelledText] = []
  /// Addresses in messengers.
  public var messengers: [LabelledText] = []
  /// Notes.
  public var notes: [String] = []
  /// The birthday as it is written: `1985-04-12`, `19850412`, `--0412`.
  public var birthday: String?
  /// The place.
  public var location: GeoPoint?

  /// The birthday, if it is a day with its year.
  public var birthdayDate: CalendarDate? {
    let digits = (birthday ?? "").utf8.prefix { $0 != UInt8(ascii: "T") }.filter {
      $0 != UInt8(ascii: "-")
    }
    return CalendarDate(yearFirst: digits[...])
  }

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("name", formattedName)
    if let name { fields += name.fields }
    fields.add("nickname", nicknames)
    fields.add("pronunciation", pronunciation)
    for phone in phones { fields.add(phone.fieldName("phone"), phone.text) }
    for email in emails { fields.add(email.fieldName("email"), email.text) }
    for address in addresses { fields.add("address", address.lines.joined(separator: ", ")) }
    for parts in organizations { fields.add("organization", parts.joined(separator: ", ")) }
    fields.add("title", titles)
    fields.add("role", roles)
    for url in urls { fields.add(url.fieldName("url"), url.text) }
    for messenger in messengers { fields.add(messenger.fieldName("messenger"), messenger.text) }
    fields.add("note", notes)
    fields.add("birthday", birthdayDate?.description ?? birthday)
    if let location { fields.add("location", location.coordinates) }
    return fields
  }
}

/// A person's name in parts; each may hold several, with commas between.
public struct PersonName: Hashable, Sendable {
  /// Family names.
  public var family = ""
  /// Given names.
  public var given = ""
  /// Further given names.
  public var additional = ""
  /// Titles before the name, such as `Dr.`.
  public var prefix = ""
  /// Titles behind the name, such as `Jr.`.
  public var suffix = ""

  /// The parts in the order in which a letter addresses them.
  var formatted: String {
    [prefix, given, additional, family, suffix].filter { !$0.isEmpty }.joined(separator: " ")
  }

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("family-name", family)
    fields.add("given-name", given)
    fields.add("additional-name", additional)
    fields.add("name-prefix", prefix)
    fields.add("name-suffix", suffix)
    return fields
  }
}

/// A text with the kinds of its use, such as a number at work.
public struct LabelledText: Hashable, Sendable {
  /// The kinds in lower case, such as `work` and `cell`; none if the symbol does not say any.
  public let labels: [String]
  /// The text.
  public let text: String

  func fieldName(_ name: String) -> String {
    labels.isEmpty ? name : name + " (" + labels.joined(separator: ", ") + ")"
  }
}

/// A postal address, in parts or as a whole.
public struct PostalAddress: Hashable, Sendable {
  /// The kinds of its use in lower case, such as `home`.
  public var labels: [String] = []
  /// The post office box.
  public var postOfficeBox = ""
  /// The room, floor or apartment.
  public var extended = ""
  /// The street with the number of the house.
  public var street = ""
  /// The town.
  public var locality = ""
  /// The state or province.
  public var region = ""
  /// The postal code.
  public var postalCode = ""
  /// The country.
  public var country = ""
  /// The address as one text, where the symbol does not have it in parts.
  public var unstructured = ""

  /// The parts that are not empty, in the order of vCard.
  public var lines: [String] {
    [postOfficeBox, extended, street, locality, region, postalCode, country, unstructured]
      .filter { !$0.isEmpty }
  }
}
