extension Corpus {
  /// Reads the key of one of its samples, which may end in a photo's file name.
  ///
  /// - Throws: ``SampleError``.
  package func key(parsing text: String) throws(SampleError) -> SampleKey {
    try SampleKey(parsing: text) { (recipe, name) throws(SampleError) in
      guard case .photos(let folder) = source else { return nil }
      guard let group = folder.groups.first(where: { $0.name == recipe }) else {
        throw .unknownGroup(recipe, corpus: self.name, known: folder.groups.map(\.name))
      }
      let names = group.photos.map(\.name)
      guard let number = names.firstIndex(of: name) else {
        throw .noSuchPhoto(name, group: recipe, known: names)
      }
      return number
    }
  }
}
