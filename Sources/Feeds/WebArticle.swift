public import FoundationEssentials
internal import HikidashiLoading

/// The article of a web page, without the menus, advertisements and comments around it.
///
/// ```swift
/// let page = URL(string: "https://example.org/news/1")
/// if let article = WebArticle(html: source, page: page) {
///   print(article.title, article.text, separator: "\n\n")
/// }
/// ```
///
/// Paragraphs of articles are long and have few links; menus, lists of other pages and lines below
/// pictures are short, or links. A page that names its article, by an element or its class, is
/// believed. Nothing is loaded.
///
/// - Source: Kohlschütter, Fankhauser, Nejdl, "Boilerplate Detection using Shallow Text Features",
///   2010, for the length of text and the density of links as what tells an article from the rest
///   of its page.
public struct WebArticle: Hashable, Sendable {
  /// The title of the article, with single blanks; empty where the page has none.
  public var title: String
  /// The article as HTML: blocks, inlines, links and pictures, and nothing that does something.
  ///
  /// Links are `http`, `https` and `mailto`, pictures `http` and `https`, and all of them whole
  /// addresses where the address of the page is known. The heading that is the title is left out.
  public var html: String
  /// The words of the article, without marks.
  public var text: String

  /// Whether the page was read to its end; false where it has more than ``mostParts``.
  public var isWhole: Bool
  /// The most elements and texts of a page that are read.
  public static let mostParts = ArticleTree.limit

  /// The fewest words of an article; two letters of a script without blanks are one.
  public static let fewestWords = 25

  /// Finds the article of a page.
  ///
  /// Elements and texts behind the first ``mostParts`` of a page are left out, as ``isWhole`` says.
  ///
  /// - Parameters:
  ///   - html: The page, whatever is wrong with it.
  ///   - page: The address of the page, at which relative addresses begin if the page names
  ///     no other.
  /// - Returns: nil where the page has no article: fewer than ``fewestWords`` words, a form to log
  ///   in, a list of links, or beginnings of several articles.
  /// - Complexity: O(*n*) in the bytes of the page.
  public init?(html: String, page: URL?) {
    let tree = ArticleTree(html, page: page)
    let finder = ArticleFinder(tree.nodes)
    // Pages with a form to log in have some sentences of their own beside it.
    let fewest = tree.asksForPassword ? Self.fewestWords * 4 : Self.fewestWords
    guard finder.words >= fewest else { return nil }
    let heading = Self.heading(finder)
    let title = tree.titles.title(heading: heading?.words ?? "")
    self.title = title
    self.html = ArticleWriter.html(finder, title: heading?.words == title ? heading?.place : nil)
    text = HTMLText.plain(self.html)
    isWhole = tree.isWhole
  }

  /// Finds the article of a page in the bytes of a response.
  ///
  /// - Parameters:
  ///   - bytes: The body of the response.
  ///   - charset: The encoding that the response names; nil where it names none, and the page
  ///     itself counts.
  ///   - page: The address of the page.
  /// - Returns: nil where the page has no article, see ``init(html:page:)``.
  /// - Complexity: O(*n*) in the bytes.
  public init?(bytes: [UInt8], charset: String?, page: URL?) {
    self.init(html: FeedFinder.text(bytes, charset: charset), page: page)
  }

  /// The heading that is the title: the first of the highest level in the article, or else of the
  /// page.
  private static func heading(_ finder: ArticleFinder) -> (place: Int, words: String)? {
    let nodes = finder.nodes
    let inside = finder.parts.lazy.flatMap { $0..<nodes[$0].end }
    let place =
      inside.first { nodes[$0].name == "h1" && nodes[$0].size.words > 0 }
      ?? nodes.indices.first {
        nodes[$0].name == "h1" && nodes[$0].size.words > 0 && nodes[$0].size.density < 0.5
      }
    guard let place else { return nil }
    let texts = nodes[place..<nodes[place].end].filter(\.isText)
    return (place, ArticleTitles.joined(texts.map(\.text).joined()))
  }
}
