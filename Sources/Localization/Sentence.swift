extension String {
  /// The text as a sentence that stands alone: it begins with a capital letter and ends with a full
  /// stop, where it has letters of that kind. An address at its beginning or end stays as it is.
  ///
  /// Errors describe themselves as a part of a sentence, so that they can follow a name and a colon.
  ///
  /// ```swift
  /// window.show(Alert("The book cannot be opened", message: "\(error)".asSentence))
  /// ```
  public var asSentence: String {
    let first = prefix { !$0.isWhitespace }
    var sentence = first.allSatisfy(\.isLetter) ? prefix(1).uppercased() + dropFirst() : self
    let end = split(whereSeparator: \.isWhitespace).last ?? ""
    if let last = sentence.last, !end.contains("://"),
      last.isASCII && (last.isLetter || last.isNumber) || last == "”"
    {
      sentence += "."
    }
    return sentence
  }
}
