extension Label {
  /// Shows a text in which pictures stand for some letters.
  ///
  /// Each is as high as the line, and has its room at once. It is read as its letters, and where it cannot be
  /// had they are seen. Another text ends the wait for those that have not come.
  ///
  /// ```swift
  /// label.show("Good night :cat:", pictures: [InlinePicture(11..<16, url)], from: store)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - pictures: The pictures. Ranges outside of the text, and those within another, are left out.
  ///   - store: Loads them.
  public func show(_ text: String, pictures: [InlinePicture], from store: PictureStore) {
    let scalars = text.unicodeScalars
    var end = 0
    let shown = pictures.sorted { $0.range.lowerBound < $1.range.lowerBound }.filter { picture in
      guard picture.range.lowerBound >= end, !picture.range.isEmpty,
        picture.range.upperBound <= scalars.count
      else { return false }
      end = picture.range.upperBound
      return true
    }
    if shown == inlinePictures?.pictures, text == self.text { return }
    self.text = text
    if native != nil, !shown.isEmpty {
      inlinePictures = LabelPictures(shown, of: text, in: self, from: store)
    }
  }
}
