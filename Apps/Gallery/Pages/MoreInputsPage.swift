import Hikidashi

enum MoreInputsPage: GalleryPage {
  static let title = tr("More inputs")
  static let summary = tr(
    """
    Type a few letters of a word, “1h30” or “930”; Down goes into the list of suggestions, Backspace takes a tag away.
    """)
  static let file = #filePath

  static func make() -> Part {
    let heard = Label("Nothing changed yet").styleClass("dim-label")
    func hear(_ value: some Any) { heard.text = "Now \(value)" }
    return Scroller(
      Clamp {
        Form {
          TextEntry("_Word", placeholder: "One of a million") { hear($0) }
            .suggests(loading: { Words.million })
          TagEntry("_Topics", value: ["birds"]) { hear($0) }.suggests(["birds", "trees", "weather"])
          TimeEntry("_Opens", value: TimeOfDay(hour: 9, minute: 30)) { hear($0?.text() ?? "") }
          DurationEntry("_Walk", value: .seconds(5_400), rules: [.required]) { hear($0 ?? .zero) }
          LinkEntry("_Home page", value: "https://example.org") { hear($0) }
          FontEntry("_Font", value: Font("Monospace", size: 16)) { hear($0?.family ?? "") }
        }
        heard
      }.margin(24))
  }
}

/// Words of five syllables, each other than all before.
private enum Words {
  static let million: [String] = {
    let syllables = ["ka", "shi", "mo", "re", "tsu", "na", "ri", "ho", "ke", "yu"]
    return (0..<1_000_000).map { number in
      String(number + 1_000_000).dropFirst().compactMap(\.wholeNumberValue)
        .map { syllables[$0] }.joined()
    }
  }()
}
