internal import FoundationEssentials
internal import Hikidashi
internal import HikidashiLoading
internal import TimelineKit

/// What the window asks about sources.
@MainActor
struct SourceDialogs {
  private let timeline: TimelineWindow
  private var reader: Reader { timeline.reader }

  init(_ timeline: TimelineWindow) { self.timeline = timeline }

  /// Asks whether to add what other programs hand over, as a browser does with the address of a feed.
  func add(handed addresses: [String]) async throws {
    for address in addresses { try await add(SourceAddress.typed(address)) }
  }

  /// Asks for an address, and adds what is there: its kind is told by the address.
  ///
  /// - Parameter words: What stands in the field at first.
  func add(_ words: String = "") async throws {
    guard let window = timeline.window else { return }
    let rule = InputRule<String>.check(
      tr("must be an address, an account such as @ann@example.org, #tag@example.org, or a path")
    ) { SourceAddress($0) != nil }
    let message = tr(
      """
      A feed or a page that has one, an account (@ann@example.org), a tag (#gtk@example.org), a server (example.org), the \
      folder of a Twitter archive, or a file of JSON or OPML.
      """)
    let text = try await window.present(
      Prompt(tr("Add Source"), message: message, accept: tr("_Add")) {
        TextEntry(
          tr("_Address"), value: words, placeholder: "https://example.org/feed.xml", rules: [rule])
      })
    guard let address = SourceAddress(text) else { return }
    try await add(try await sources(at: address))
  }

  private func sources(at address: SourceAddress) async throws -> [TimelineSource] {
    try await address.sources(by: reader.connector, choosing: choose)
  }

  /// Asks which of the feeds of a page is wanted.
  private func choose(_ feeds: [TimelineSource]) async throws -> [TimelineSource] {
    guard let window = timeline.window else { return [] }
    let chosen = try await window.present(
      Modal<Int>(tr("Feeds of the Page"), width: 360) { answer in
        Label(tr("The page names several feeds. Which one do you want to read?")).wrapping()
        Scroller(
          Stack(
            .vertical, spacing: 6,
            feeds.enumerated().map { index, feed in
              let button = Button(feed.titleAndPlace.replacing("_", with: "__")) { answer(index) }
              return index == 0 ? button.wrapping().asDefault() : button.wrapping()
            }),
          maximumHeight: 320)
      })
    return [feeds[chosen]]
  }

  private func add(_ sources: [TimelineSource]) async throws {
    reader.put(sources)
    await reader.settled()
    if let only = sources.first, sources.count == 1 { timeline.choose(.source(only.id)) }
    await reader.refresh(sources)
  }

  private var chosen: TimelineSource? {
    guard case .source(let id) = timeline.posts.shown else { return nil }
    return reader.source(id)
  }

  /// Asks what the source that is read is called, and in which group it stands.
  func edit() async throws {
    guard let window = timeline.window, let source = chosen else { return }
    let title = TextEntry(tr("_Name"), value: source.title, rules: [.required])
    let group = TextEntry(tr("_Group"), value: source.group)
    let isSaved = try await window.present(
      Modal<Bool>(tr("Source")) { answer in
        Form {
          title
          group
        }
        Label(source.address).styleClass("caption", "dim-label").ellipsized()
        Button(tr("_Save")) { answer(true) }.asDefault()
      })
    guard isSaved, title.isValid else { return }
    var changed = source
    (changed.title, changed.group) = (title.value, group.value)
    reader.put(changed)
  }

  /// Removes the source that is read; its posts stay, and are there again when it is.
  func remove() {
    guard let source = chosen else { return }
    let (reader, timeline) = (reader, timeline)
    timeline.choose(.all)
    reader.remove(source)
    timeline.window?.show(
      Toast.undo(tr("“{}” removed", source.title)) {
        reader.put(source)
        timeline.choose(.source(source.id))
      })
  }

  /// Asks for the token of a server that shows its timelines to its users only.
  func enterToken() async throws {
    let home = chosen.flatMap { MastodonTimeline(address: $0.address)?.server }
    guard let window = timeline.window, let server = reader.closed.first ?? home else { return }
    let message = tr(
      "Make one in the settings of your account on {}, under Development. It is kept in the keyring.",
      server)
    let token = try await window.present(
      Prompt(tr("Token for {}", server), message: message, accept: tr("_Save")) {
        TextEntry(tr("_Token"), isSecret: true)
      })
    try await reader.keep(token: token, of: server)
    await reader.refresh(reader.sources.filter { $0.address.contains("//\(server)/") })
  }

  func importList() async throws {
    guard let window = timeline.window else { return }
    let filter = FileFilter(tr("Lists of feeds"), patterns: ["*.opml", "*.xml"])
    try await add(
      paths: try await window.present(FileOpen(tr("Import OPML"), filters: [filter])))
  }

  /// Adds files and folders: lists of feeds, archives, posts.
  func add(paths: [String]) async throws {
    for address in paths.compactMap({ SourceAddress($0) }) {
      try await add(try await sources(at: address))
    }
  }

  func exportList() async throws {
    guard let window = timeline.window else { return }
    let path = try await window.present(FileSave(tr("Export OPML"), name: "timeline.opml"))
    let text = OPML.text(of: reader.sources, title: tr("Timeline"))
    try await offMainThread {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }
  }

  /// Shows the posts that come with the app.
  func openSample() async throws { try await Sample.add(to: reader) }
}

extension TimelineSource {
  /// The title, and the end of the address, which tells feeds of one title apart.
  fileprivate var titleAndPlace: String {
    let place = URL(string: address)?.path() ?? ""
    return place.count > 1 ? "\(title) (\(place))" : title
  }
}
