extension Sequence where Element: Hashable {
  /// The elements, each once, in the order in which they first come.
  package func uniqued() -> [Element] { uniqued(by: \.self) }
}

extension Sequence {
  /// The first of the elements with each key, in order.
  package func uniqued<Key: Hashable, Failure: Error>(
    by key: (Element) throws(Failure) -> Key
  ) throws(Failure) -> [Element] {
    var (seen, kept) = (Set<Key>(), [Element]())
    for element in self where seen.insert(try key(element)).inserted { kept.append(element) }
    return kept
  }

  /// The elements by key, in the order in which the keys first come.
  package func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var places: [Key: Int] = [:]
    return reduce(into: []) { groups, element in
      let key = key(element)
      let place = places[key, default: groups.count]
      if place == groups.count {
        places[key] = place
        groups.append((key, []))
      }
      groups[place].elements.append(element)
    }
  }
}
