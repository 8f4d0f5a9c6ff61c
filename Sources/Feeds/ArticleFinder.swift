/// Finds the parts of a page that are its article.
struct ArticleFinder {
  /// The nodes of the page; those outside of the article are dropped.
  private(set) var nodes: [ArticleNode]
  /// The places of the parts, in the order of the page; none where there is no article.
  private(set) var parts: [Int] = []

  /// - Complexity: O(*n*) in the nodes.
  init(_ nodes: [ArticleNode]) {
    self.nodes = nodes
    measure()
    dropAround()
    measure()
    let start = start()
    if let start, start.isWhole {
      parts = [start.place]
      joinAround(start.place)
    } else {
      descend(from: start?.place ?? 0, isLoose: start != nil)
    }
    if isOverview { parts = [] }
    for part in parts { clean(part) }
    measure()
    dropHeadings()
    measure()
  }

  /// How many words the parts have.
  var words: Int { parts.reduce(0) { $0 + nodes[$1].size.words } }

  // MARK: - Measures

  /// Sums up the contents of each element; an element stands before its contents.
  private mutating func measure() {
    for place in nodes.indices where !nodes[place].isText {
      nodes[place].size = ArticleWords()
      (nodes[place].mass, nodes[place].strong, nodes[place].pictures) = (0, 0, 0)
      nodes[place].holdsMain =
        nodes[place].name == "h1" || nodes[place].name == "main"
        || !nodes[place].hint.isDisjoint(with: [.main, .body])
    }
    for place in nodes.indices.reversed() where place > 0 && !nodes[place].isDropped {
      let node = nodes[place]
      var mass = node.mass
      var strong = node.strong
      var pictures = node.pictures
      if node.isText {
        mass = node.run.mass
        strong = node.run.isStrong ? 1 : 0
        nodes[place].mass = mass
      } else if node.isPicture, node.address != nil {
        pictures += 1
        nodes[place].pictures = pictures
      }
      nodes[node.parent].size += node.size
      nodes[node.parent].mass += mass
      nodes[node.parent].strong += strong
      nodes[node.parent].pictures += pictures
      if node.holdsMain { nodes[node.parent].holdsMain = true }
    }
  }

  /// Drops hidden elements, and those that stand around articles by their name or class.
  private mutating func dropAround() {
    let total = nodes[0].mass
    var articleEnd = 0
    var place = 1
    while place < nodes.count {
      let node = nodes[place]
      if isAround(node, isInArticle: place < articleEnd, total) {
        nodes[place].isDropped = true
        place = node.end
        continue
      }
      let isArticle = node.name == "article" || node.name == "main"
      if isArticle || !node.hint.isDisjoint(with: [.main, .body]) {
        articleEnd = max(articleEnd, node.end)
      }
      place += 1
    }
  }

  private func isAround(_ node: ArticleNode, isInArticle: Bool, _ total: Double) -> Bool {
    if node.hint.contains(.hidden) { return true }
    if node.isText || node.isInline { return false }
    // Headings of level 1 are titles of articles, mostly.
    if node.hint.contains(.around), !node.holdsMain { return true }
    switch node.name {
    case "nav", "menu", "dialog", "amp-ad", "amp-sidebar", "amp-social-share", "amp-consent",
      "amp-user-notification":
      return true
    case "aside": return !node.hint.contains(.note)
    case "footer": return !node.hint.contains(.note)
    case "header": return !isInArticle && !node.holdsMain
    case "form":
      // Some servers put a form around the page.
      return node.mass < total / 2
    default: return node.hint.contains(.unlikely) && !node.holdsMain && node.mass < total / 2
    }
  }

  // MARK: - Where the article is

  /// The element that says that it holds the article, and whether all that is in it belongs to it.
  private func start() -> (place: Int, isWhole: Bool)? {
    var bodies: [Int] = []
    var articles: [Int] = []
    var mains: [Int] = []
    var ends = (body: 0, article: 0)
    var place = 1
    while place < nodes.count {
      let node = nodes[place]
      if node.isDropped {
        place = node.end
        continue
      }
      if node.hint.contains(.body), place >= ends.body {
        bodies.append(place)
        ends.body = node.end
      }
      if node.name == "article", place >= ends.article {
        articles.append(place)
        ends.article = node.end
      }
      if node.name == "main" || node.hint.contains(.main) { mains.append(place) }
      place += 1
    }
    let total = nodes[0].mass
    if let body = heaviest(bodies, share: 0.6, of: total * 0.2) { return (body, true) }
    if let article = heaviest(articles, share: 0.6, of: total * 0.3) { return (article, true) }
    if let main = heaviest(mains, share: 0.6, of: total * 0.3) { return (main, false) }
    return nil
  }

  /// The heaviest of these, where it has so much of all of them, and at least so much.
  private func heaviest(_ places: [Int], share: Double, of least: Double) -> Int? {
    guard let best = places.max(by: { nodes[$0].mass < nodes[$1].mass }) else { return nil }
    let sum = places.reduce(0) { $0 + nodes[$1].mass }
    let mass = nodes[best].mass
    return mass > 0 && mass >= sum * share && mass >= least ? best : nil
  }

  private func children(of place: Int) -> [Int] {
    var children: [Int] = []
    var child = place + 1
    while child < nodes[place].end {
      if !nodes[child].isDropped { children.append(child) }
      child = nodes[child].end
    }
    return children
  }

  /// Goes into the heaviest element again and again, and joins those beside it that belong to it.
  private mutating func descend(from start: Int, isLoose: Bool) {
    var place = start
    var joined: [Int] = []
    while true {
      let children = children(of: place)
      let mass = nodes[place].mass
      let own = children.reduce(0) { nodes[$1].isContainer ? $0 : $0 + nodes[$1].mass }
      let containers = children.filter { nodes[$0].isContainer }
      guard own < mass * 0.12,
        let best = containers.max(by: { nodes[$0].mass < nodes[$1].mass }),
        nodes[best].mass >= mass * 0.9 || nodes[best].mass >= mass / 2 && nodes[best].strong > 1
      else { break }
      joined += children.filter { $0 != best && belongs($0, to: best, isLoose: isLoose) }
      place = best
    }
    parts = (joined + [place]).sorted()
  }

  /// Joins the elements beside the body of an article that are within the article.
  private mutating func joinAround(_ body: Int) {
    var top = body
    while top > 0, nodes[top].name != "article" { top = nodes[top].parent }
    guard nodes[top].name == "article", top != body else { return }
    var place = body
    while place != top {
      parts += children(of: nodes[place].parent)
        .filter { $0 != place && belongs($0, to: place, isLoose: false) }
      place = nodes[place].parent
    }
    parts.sort()
  }

  /// Whether an element beside the best one is a part of the article.
  private func belongs(_ place: Int, to best: Int, isLoose: Bool) -> Bool {
    let node = nodes[place]
    if node.size.words == 0 {
      return node.pictures > 0 && (isLoose || node.name == "figure" || node.name == "p")
    }
    guard node.size.density < 0.5, node.mass > 0 else { return false }
    if isLoose && node.mass >= 5 || node.hint.contains(.note) { return true }
    guard node.strong > 0, node.size.density < 0.25 else { return false }
    // The beginning of an article stands below its title.
    if !node.isContainer || node.holdsMain { return true }
    if node.mass >= nodes[best].mass * 0.25 { return true }
    return node.name == nodes[best].name && node.text == nodes[best].text
      && (node.name == "section" || !node.text.isEmpty)
  }

  /// Whether the page has several entries that lead to their own pages, and no article.
  private var isOverview: Bool {
    let headings = nodes.indices.filter { nodes[$0].level != nil }
    var next = headings[...]
    var masses: [Double] = []
    for part in parts {
      var place = part
      while place < nodes[part].end {
        let node = nodes[place]
        let isCard = node.name == "article" || node.hint.contains(.card) && !node.isInline
        var isLead = false
        if isCard, !node.isDropped {
          // The first heading of an entry leads to its page.
          next = next.drop { $0 < place }
          isLead = next.first.map { $0 < node.end && nodes[$0].size.density > 0.8 } ?? false
        }
        if isLead { masses.append(node.mass) }
        place = isLead || node.isDropped ? node.end : place + 1
      }
    }
    guard masses.count > 2, let most = masses.max() else { return false }
    let sum = masses.reduce(0, +)
    return most < sum * 0.6 && sum >= parts.reduce(0) { $0 + nodes[$1].mass } * 0.5
  }
}

// MARK: - Links within the article

extension ArticleFinder {
  /// Drops lists of links, and paragraphs that are a link only.
  private mutating func clean(_ part: Int) {
    var place = part + 1
    while place < nodes[part].end {
      let node = nodes[place]
      if !node.isDropped, isLinks(node, place) { nodes[place].isDropped = true }
      place = nodes[place].isDropped || node.name == "pre" ? node.end : place + 1
    }
  }

  private func isLinks(_ node: ArticleNode, _ place: Int) -> Bool {
    guard node.size.words > 0 else { return false }
    let density = node.size.density
    switch node.name {
    case "ul", "ol", "dl": return density > 0.6 && node.strong < 2
    case "table": return density > 0.8
    case "p": return density > 0.85 && node.size.words > 2 && node.pictures == 0
    case "a":
      // A line of its own that is a link, beside paragraphs.
      let text = (place..<node.end).first { nodes[$0].isText }
      return nodes[node.parent].isContainer && text.map { nodes[$0].run.density > 0.85 } ?? false
    default: return node.isContainer && density > 0.6 && node.strong == 0
    }
  }

  /// Drops headings whose text is dropped.
  private mutating func dropHeadings() {
    for part in parts {
      var pending: (place: Int, level: Int)?
      var hasDropped = false
      var place = part
      while place < nodes[part].end {
        let node = nodes[place]
        if node.isDropped {
          hasDropped = true
          place = node.end
        } else if let level = node.level {
          if let last = pending, last.level >= level, hasDropped {
            nodes[last.place].isDropped = true
          }
          (pending, hasDropped) = ((place, level), false)
          place = node.end
        } else {
          let isSeen = node.isText && node.size.words > 0 || node.isPicture && node.pictures > 0
          if isSeen { pending = nil }
          place += 1
        }
      }
      if let pending, hasDropped { nodes[pending.place].isDropped = true }
    }
  }
}
