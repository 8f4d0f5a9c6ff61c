internal import FoundationEssentials

/// The lists of an entry, in which everything is once.
struct EntryLists {
  private(set) var categories: [String] = []
  private(set) var pictures: [Feed.Picture] = []
  private var files: [Feed.Enclosure] = []
  private var categoryPlaces = Places<String>()
  private var picturePlaces = Places<URL>()
  private var filePlaces = Places<URL>()

  /// The files, without those that are among the pictures.
  var enclosures: [Feed.Enclosure] {
    mutating get {
      guard !pictures.isEmpty else { return files }
      var kept: [Feed.Enclosure] = []
      for file in files {
        let isListed =
          file.isPicture && picturePlaces.place(of: file.address, in: pictures, \.address) != nil
        if !isListed { kept.append(file) }
      }
      return kept
    }
  }

  /// Adds a category that is not blank, and returns whether it was added.
  @discardableResult
  mutating func add(category: String) -> Bool {
    let category = FeedText.trimmed(category)
    guard !category.isEmpty, categoryPlaces.place(of: category, in: categories, \.self) == nil
    else { return false }
    categories.append(category)
    return true
  }

  /// Adds a picture whose address is not listed yet, and returns whether it was added.
  @discardableResult
  mutating func add(_ picture: Feed.Picture) -> Bool {
    guard picturePlaces.place(of: picture.address, in: pictures, \.address) == nil else {
      return false
    }
    pictures.append(picture)
    return true
  }

  /// Adds a file whose address is not listed yet, or what is not known yet of one that is, and
  /// returns whether it was added.
  @discardableResult
  mutating func add(_ file: Feed.Enclosure) -> Bool {
    guard let place = filePlaces.place(of: file.address, in: files, \.address) else {
      files.append(file)
      return true
    }
    files[place].complete(from: file)
    return false
  }

  /// Gives a file its title, where it has none yet, and returns whether it did.
  mutating func setTitle(_ title: String, of address: URL) -> Bool {
    guard let place = filePlaces.place(of: address, in: files, \.address),
      files[place].title == nil
    else { return false }
    files[place].title = title
    return true
  }
}

/// Where values are in a list that only grows: looked for in short ones, and looked up in long ones.
private struct Places<Value: Hashable> {
  private var places: [Value: Int] = [:]
  private var count = 0

  mutating func place<Element>(
    of value: Value, in list: [Element], _ key: (Element) -> Value
  ) -> Int? {
    guard list.count > 16 else { return list.firstIndex { key($0) == value } }
    while count < list.count {
      places[key(list[count])] = count
      count += 1
    }
    return places[value]
  }
}
