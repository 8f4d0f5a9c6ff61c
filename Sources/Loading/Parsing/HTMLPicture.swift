/// The picture of an `<img>`: its addresses, its size on the page, and the letters in whose place it is.
package struct HTMLPicture {
  /// The addresses as they are written, the best one first. Pages that load their pictures later, by a program, have
  /// the real address in an attribute of their own, and a filler in its place.
  package let addresses: [String]
  /// The description that its page gives.
  package let alternative: String
  /// The width and height that its page gives it, in pixels; nil where nothing or a share of the line is said.
  package let width: Double?
  package let height: Double?
  /// Whether it takes the place of a letter amid words, as an emoji does.
  package let isSymbol: Bool
  /// The letters of a symbol; nil for other pictures, for hidden symbols and for copies.
  package var letters: String? { isSymbol && isSeen && !repeatsWords ? alternative : nil }
  /// Whether the same words stood at the picture before it, of which this is a copy for other readers.
  package fileprivate(set) var repeatsWords = false

  /// Whether a reader sees it. A picture of a pixel, and one that stays hidden, tells its server that the page is
  /// read.
  package let isSeen: Bool

  /// - Parameter source: The addresses that a `<source>` before the element names.
  fileprivate init(_ element: HTMLElement, source: String?) {
    let later = Self.later.lazy.compactMap { element.attribute($0) }
      .first { $0.contains("/") || $0.contains(".") }
    let plain = element.attribute("src") ?? ""
    let sets = [
      element.attribute("data-srcset"), element.attribute("data-lazy-srcset"),
      element.attribute("srcset"), source,
    ].compactMap { $0.flatMap(Self.largest) }
    let isLast = later == nil && Self.isFiller(plain)
    addresses = ([later].compactMap { $0 } + (isLast ? sets + [plain] : [plain] + sets))
      .filter { !$0.isEmpty }
    alternative = element.attribute("alt") ?? ""
    let style = Self.style(element.attribute("style") ?? "")
    // AMP gives a ratio in place of pixels.
    let isRatio = element.name.hasPrefix("amp-")
    let attributes = ["width", "height"].map {
      isRatio ? nil : element.attribute($0).flatMap(Self.pixels)
    }
    func side(_ name: String, _ attribute: Double?) -> Double? {
      // The style counts more, also where it gives a share of the line.
      style.lengths[name].map { Self.pixels($0) } ?? attribute
    }
    // With least sizes the picture fills its frame.
    (width, height) =
      style.fills ? (nil, nil) : (side("width", attributes[0]), side("height", attributes[1]))
    let isPixel = (attributes + [width, height]).contains { ($0 ?? 2) <= 1 }
    isSeen = !isPixel && !(style.isHidden && later == nil)
    let words = (element.attribute("class") ?? "").lowercased().split(
      whereSeparator: \.isWhitespace)
    let sides = [width, height].compactMap { $0 }
    let isSmall = !sides.isEmpty && sides.allSatisfy { $0 <= Self.letter }
    isSymbol =
      !alternative.isEmpty
      && (words.contains { Self.symbols.contains(String($0)) }
        || isSmall && Self.isLetter(alternative))
  }

  /// The attributes in which programs find the address that they load.
  private static let later = [
    "data-src", "data-original", "data-lazy-src", "data-lazy", "data-actualsrc", "data-orig-src",
  ]
  /// The classes of emoji on blogs and networks.
  private static let symbols: Set<String> = [
    "custom-emoji", "emoji", "emoji--fortext", "emojione", "emoticon", "smilie", "smilies",
    "smiley", "twemoji", "wp-smiley",
  ]
  /// The greatest height of letters, and of pictures among them, in pixels.
  private static let letter = 24.0

  /// Whether words are those of an emoji: a sign or a few, or a name such as `:cat:`.
  private static func isLetter(_ words: String) -> Bool {
    let words = words.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return false }
    return word.count > 2 && word.hasPrefix(":") && word.hasSuffix(":")
      || word.count <= 4 && !word.contains { $0.isLetter || $0.isNumber && $0.isASCII }
  }

  /// Whether an address is that of a filler, which the real picture replaces when it is loaded.
  private static func isFiller(_ address: String) -> Bool {
    let address = address.lowercased()
    return ["blank.", "lazy", "pixel.", "placeholder", "spacer", "transparent."]
      .contains { address.contains($0) }
  }

  /// The address of the largest picture of a set, as in `a.jpg 300w, b.jpg 600w`.
  private static func largest(_ set: String) -> String? {
    var best: (address: String, size: Double)?
    var address: String?
    for part in set.split(whereSeparator: \.isWhitespace) {
      var word = part
      let isLast = word.last == ","
      if isLast { word = word.dropLast() }
      if let name = address {
        let size = Double(word.dropLast()) ?? 0
        if size > best?.size ?? -1 { best = (name, size) }
        address = isLast ? nil : name
      } else if !word.isEmpty {
        address = isLast ? nil : String(word)
        if best == nil { best = (String(word), 0) }
      }
    }
    return best?.address
  }

  /// A length such as `300`, `300px` or `1.2em`, in pixels.
  private static func pixels(_ text: some StringProtocol) -> Double? {
    let text = text.lowercased()
    let word = text.split(whereSeparator: \.isWhitespace).first ?? ""
    let number = word.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    // No page is wider.
    guard let value = Double(number), value < 100_000 else { return nil }
    switch word.dropFirst(number.count) {
    case "", "px", "px!important": return value
    case "em", "rem", "em!important": return value * 16
    case "pt": return value * 4 / 3
    default: return nil
    }
  }

  /// Reads the sides of a picture from a style, and whether it is hidden.
  private static func style(
    _ style: String
  ) -> (lengths: [String: Substring], fills: Bool, isHidden: Bool) {
    var lengths: [String: Substring] = [:]
    var (fills, isHidden) = (false, false)
    for part in style.split(separator: ";") {
      let pair = part.split(separator: ":", maxSplits: 1)
      guard pair.count == 2 else { continue }
      let value = pair[1].lowercased().filter { !$0.isWhitespace }
      switch pair[0].lowercased().filter({ !$0.isWhitespace }) {
      case "width": lengths["width"] = pair[1]
      case "height": lengths["height"] = pair[1]
      case "min-width", "min-height": fills = fills || value.hasPrefix("100%")
      case "display": isHidden = isHidden || value.hasPrefix("none")
      case "visibility": isHidden = isHidden || value.hasPrefix("hidden")
      default: break
      }
    }
    return (lengths, fills, isHidden)
  }
}

/// Finds the pictures of a page as its elements pass by.
///
/// The addresses of `<source>` count for the picture behind it. A `<noscript>` repeats the picture before it for readers
/// that run no programs, and is passed over where that picture was found.
package struct HTMLPictures {
  private var source: String?
  private var unscriptedDepth = 0
  /// The words and addresses of the last picture.
  private var last: (words: String, addresses: Set<String>)?

  package init() {}

  /// Takes the beginning of an element: the picture, where it is one. Call this for each element, also for those
  /// whose contents do not count.
  package mutating func enter(_ element: HTMLElement, _ name: String) -> HTMLPicture? {
    switch name {
    case "source":
      source = element.attribute("srcset") ?? element.attribute("data-srcset") ?? source
    case "noscript": unscriptedDepth += 1
    case "img", "amp-img", "amp-anim":
      var picture = HTMLPicture(element, source: source)
      source = nil
      if unscriptedDepth > 0, let last {
        if !last.addresses.isDisjoint(with: picture.addresses) { return nil }
        picture.repeatsWords = last.words == picture.alternative
      }
      // A copy of one that is not shown is not passed over.
      if picture.isSeen, element.isRead {
        last = (picture.alternative, Set(picture.addresses))
      }
      return picture
    default: break
    }
    return nil
  }

  /// Takes the end of an element whose contents count.
  package mutating func leave(_ name: String) {
    switch name {
    case "picture": source = nil
    case "noscript": unscriptedDepth -= 1
    default: break
    }
  }
}
