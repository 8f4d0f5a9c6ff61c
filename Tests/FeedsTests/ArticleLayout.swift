/// A page whose article is known: each word of it is of the article or of what stands around it.
struct ArticleLayout: Sendable {
  let name: String
  let html: String
  /// The words of the article, each once.
  let article: Set<String>
  /// The words of all else, each once.
  let others: Set<String>

  /// The title of every page.
  static let title = "The Harbour of Aldmere"

  init(_ name: String, _ make: (inout Words) -> String) {
    var words = Words()
    html = make(&words)
    self.name = name
    article = words.article
    others = words.others
  }

  /// The words of a text, without marks.
  static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
  }

  /// Writes words that stand once in a page, in sentences with commas.
  struct Words {
    private(set) var article: Set<String> = []
    private(set) var others: Set<String> = []
    private var count = (article: 0, others: 0)

    /// So many words of the article.
    mutating func a(_ count: Int) -> String {
      let text = Self.sentences(count, from: self.count.article, Self.articleStems)
      self.count.article += count
      return a(text)
    }

    /// A text of the article.
    mutating func a(_ text: String) -> String {
      article.formUnion(ArticleLayout.words(text))
      return text
    }

    /// So many words that stand around the article.
    mutating func o(_ count: Int) -> String {
      let text = Self.sentences(count, from: self.count.others, Self.otherStems)
      self.count.others += count
      return o(text)
    }

    /// A text that stands around the article.
    mutating func o(_ text: String) -> String {
      others.formUnion(ArticleLayout.words(text))
      return text
    }

    /// A list of links.
    mutating func links(_ count: Int, words: Int = 2, class name: String = "") -> String {
      let items = (0..<count).map { "<li><a href=\"/to/\($0)\">\(o(words))</a></li>" }
      return "<ul\(name.isEmpty ? "" : " class=\"\(name)\"")>\(items.joined())</ul>"
    }

    /// Paragraphs of the article.
    mutating func p(_ counts: Int...) -> String {
      counts.map { "<p>\(a($0))</p>\n" }.joined()
    }

    /// Paragraphs around the article.
    mutating func q(_ counts: Int...) -> String {
      counts.map { "<p>\(o($0))</p>\n" }.joined()
    }

    private static func sentences(_ count: Int, from first: Int, _ stems: [String]) -> String {
      var text = ""
      for index in 0..<count {
        let number = first + index
        let word = stems[number / stems.count % stems.count] + stems[number % stems.count]
        text += index % 13 == 0 ? word.prefix(1).uppercased() + word.dropFirst() : word
        if index == count - 1 {
          // Short texts are titles or labels.
          text += count > 7 ? "." : ""
        } else {
          text += index % 13 == 12 ? ". " : index % 7 == 5 ? ", " : " "
        }
      }
      return text
    }

    private static let articleStems = [
      "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "isle", "juniper",
      "kelp", "lagoon", "meadow", "north", "otter", "pebble", "quay", "reed", "shore", "tide",
      "umber", "vale", "willow", "yarrow", "anchor", "beacon", "cliff", "drift", "estuary", "foam",
    ]
    private static let otherStems = [
      "click", "deal", "free", "gift", "hot", "join", "like", "mega", "now", "offer", "prize",
      "quick", "rate", "sale", "top", "ultra", "vote", "win", "xtra", "zoom",
    ]
  }
}
