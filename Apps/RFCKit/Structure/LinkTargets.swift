/// What the words of a text may lead to within it.
struct LinkTargets {
  /// The section of each number, by `4.2`, `A` and `A.1`.
  private let numbers: [String: Int]
  /// The section of each title, of those that share one the first.
  private let titles: [String: Int]
  private let labels: [String: Int]
  private let pages: [String: Int]
  private let listed: [ListedReference]
  /// Where headings begin, in UTF-8.
  private let headings: Set<Int>
  /// The bytes of a table of contents.
  let contents: Range<Int>?
  /// The bytes of the lists of references.
  let lists: [Range<Int>]

  init(_ sections: [DocumentSection], _ pages: [RFCPage], _ listed: [ListedReference]) {
    func first(_ names: [(String, Int)]) -> [String: Int] {
      Dictionary(names) { one, _ in one }
    }
    let titled = sections.enumerated().map { (SectionName.folded($1.heading.title), $0) }
    numbers = first(
      sections.enumerated().compactMap { place, section in
        section.key.map { ($0, place) }
      })
    titles = first(titled)
    labels = first(listed.enumerated().map { ($1.label, $0) })
    self.pages = first(pages.enumerated().map { ($1.label, $0) })
    self.listed = listed
    headings = Set(sections.map(\.heading.span.bytes.lowerBound))
    let title = titled.first { ["table of contents", "contents"].contains($0.0) }
    contents = title.map { sections[$0.1] }.map {
      $0.heading.span.bytes
        .upperBound..<max($0.heading.span.bytes.upperBound, $0.span.bytes.upperBound)
    }
    lists = listed.map(\.span.bytes)
  }

  func section(_ number: String) -> Int? { numbers[SectionName.number(number)] }

  func section(title: String) -> Int? { titles[SectionName.folded(title)] }

  func entry(_ label: String) -> Int? { labels[label] }

  /// The RFC that a label of the list stands for.
  func number(_ label: String) -> Int? { labels[label].flatMap { listed[$0].number } }

  /// The RFC of an entry of the list.
  func number(at entry: Int) -> Int? { listed[entry].number }

  func page(_ label: String) -> Int? { pages[label] }

  /// Whether a heading begins here, which leads nowhere itself.
  func isHeading(_ position: Int) -> Bool { headings.contains(position) }
}
