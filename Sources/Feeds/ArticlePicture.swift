internal import FoundationEssentials
internal import HikidashiLoading

/// Finds the address of a picture, which pages that load it later hide.
enum ArticlePicture {
  /// The address of the picture of an element, absolute; nil where there is none to show.
  ///
  /// - Parameter source: The addresses that the `<source>` before it names.
  static func address(_ element: HTMLElement, source: String?, from base: URL?) -> String? {
    for name in ["width", "height"] {
      // A picture of a pixel tells its server that the page is read, and shows nothing.
      if let value = element.attribute(name),
        ["0", "1", "0px", "1px"].contains(FeedText.trimmed(value))
      {
        return nil
      }
    }
    let later = ["data-src", "data-original", "data-lazy-src"].lazy
      .compactMap { element.attribute($0) }.first { !$0.isEmpty }
    let sets = [element.attribute("data-srcset"), element.attribute("srcset"), source]
    let candidates =
      [later] + (later == nil && isFiller(element.attribute("src")) ? [] : [plain(element)])
      + sets.map { $0.flatMap(largest) } + [element.attribute("src")]
    for candidate in candidates {
      if let found = FeedText.address(candidate, from: base),
        ["http", "https"].contains(found.scheme?.lowercased() ?? "")
      {
        return found.absoluteString
      }
    }
    return nil
  }

  private static func plain(_ element: HTMLElement) -> String? {
    element.attribute("src").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether an address names a picture that stands there until the real one is loaded.
  private static func isFiller(_ address: String?) -> Bool {
    guard let address = address?.lowercased() else { return false }
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
}
