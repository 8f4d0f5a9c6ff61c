internal import HikidashiLoading

/// Gathers the titles of a page.
struct ArticleTitles {
  /// The title of the page, mostly with the name of the site.
  private var page = ""
  /// The title for those that link to the page.
  private var shared = ""
  private var isInTitle = false

  /// The words of a title beyond these letters are of no use.
  private static let limit = 500

  /// Takes an element; whether it is one of titles.
  mutating func enter(_ element: HTMLElement, _ name: String) -> Bool {
    if name == "title", page.isEmpty {
      isInTitle = true
      return true
    }
    if name == "meta", shared.isEmpty,
      let kind = element.attribute("property") ?? element.attribute("name"),
      ["og:title", "twitter:title"].contains(kind.lowercased())
    {
      shared = Self.joined(element.attribute("content") ?? "")
    }
    return false
  }

  /// Takes the end of an element; whether it was one of titles.
  mutating func leave(_ name: String) -> Bool {
    guard isInTitle, name == "title" else { return false }
    isInTitle = false
    return true
  }

  /// Takes a text; whether it is of a title.
  mutating func take(_ text: String) -> Bool {
    guard isInTitle else { return false }
    if page.utf8.count < Self.limit { page = Self.joined(page + String(text.prefix(Self.limit))) }
    return true
  }

  /// The title of the article.
  ///
  /// - Parameter heading: The first heading of the page; empty where there is none.
  func title(heading: String) -> String {
    let heading = Self.joined(heading)
    if !shared.isEmpty {
      // Many put the name of the site behind it.
      return !heading.isEmpty && shared.hasPrefix(heading) ? heading : shared
    }
    return heading.isEmpty ? page : heading
  }

  /// With single blanks.
  static func joined(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
