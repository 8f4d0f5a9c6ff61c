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
  /// Where nothing is found it asks again with the address as it was, and says why.
  ///
  /// - Parameter words: What stands in the field at first.
  func add(_ words: String = "") async throws {
    var (words, problem): (String, String?) = (words, nil)
    while true {
      let address = try await ask(for: words, problem)
      do {
        return try await add(try await sources(at: address.place))
      } catch let error as TimelineError {
        (words, problem) = (address.words, "\(error)".asSentence)
      }
    }
  }

  private func ask(
    for words: String, _ problem: String?
  ) async throws -> (words: String, place: SourceAddress) {
    guard let window = timeline.window else { throw CancellationError() }
    let rule = InputRule<String>.check(
      tr("must be an address, an account such as @ann@example.org, #tag@example.org, or a path")
    ) { SourceAddress($0) != nil }
    let message = tr(
      """
      A feed or a page that has one, an account (@ann@example.org), a tag (#gtk@example.org), a server (example.org), the \
      folder, ZIP file or JSON file of an archive that a network gave you, or a list of feeds (OPML).
      """)
    let text = try await window.present(
      Prompt(tr("Add Source"), message: problem ?? message, accept: tr("_Add")) {
        TextEntry(
          tr("_Address"), value: words, placeholder: "https://example.org/feed.xml", rules: [rule])
      })
    guard let address = SourceAddress(text) else { throw CancellationError() }
    return (text, address)
  }

  private func sources(at address: SourceAddress) async throws -> [TimelineSource] {
    try await address.sources(by: reader.connector, choosing: choose)
  }

  /// Asks which of the feeds of a page are wanted.
  private func choose(_ feeds: [TimelineSource]) async throws -> [TimelineSource] {
    guard let window = timeline.window else { return [] }
    let boxes = feeds.enumerated().map { index, feed in
      CheckBox(feed.titleAndPlace.replacing("_", with: "__"), value: index == 0)
    }
    let isChosen = try await window.present(
      Modal<Bool>(tr("Choose Feeds"), width: 420) { answer in
        Label(tr("This page offers several feeds.")).wrapping()
        Scroller(Stack(.vertical, spacing: 6, boxes), maximumHeight: 320)
        Button(tr("_Add")) { answer(true) }.asDefault()
      })
    return isChosen ? zip(feeds, boxes).filter { $0.1.value }.map(\.0) : []
  }

  private func add(_ sources: [TimelineSource]) async throws {
    // A feed that has moved is there already, under the address that it had.
    let sources = sources.map { $0.kind == .feed ? reader.store.source(at: $0.address) ?? $0 : $0 }
    reader.put(sources.filter { reader.source($0.id) == nil })
    await reader.settled()
    if let only = sources.first, sources.count == 1 { timeline.choose(.source(only.id)) }
    await reader.refresh(sources)
  }

  /// The source that the keyboard is at in the sidebar, else the one that is read.
  var chosen: TimelineSource? {
    guard case .source(let id) = timeline.sidebar.focused ?? timeline.posts.shown else {
      return nil
    }
    return reader.source(id)
  }

  /// Asks for the name and the group of a source.
  func edit(_ source: TimelineSource) async throws {
    guard let window = timeline.window else { return }
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

  /// Removes a source; its posts stay, and are there again when it is.
  func remove(_ source: TimelineSource) {
    let (reader, timeline) = (reader, timeline)
    if timeline.posts.shown == .source(source.id) { timeline.choose(.all) }
    reader.remove(source)
    timeline.tell(tr("“{}” removed", source.title)) {
      reader.put(source)
      timeline.choose(.source(source.id))
    }
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

  /// Asks for the folder of a Twitter archive, or of posts in JSON.
  func importArchive() async throws {
    guard let window = timeline.window else { return }
    try await add(
      paths: try await window.present(FileOpen(tr("Import Archive"), folders: true)))
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
    let sources = reader.store.atMovedAddresses(reader.sources)
    let text = OPML.text(of: sources.map(\.withoutPassword), title: tr("Timeline"))
    try await offMainThread {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }
    if sources.contains(where: \.hasPassword) {
      window.show(Toast(tr("Passwords of feeds are left out.")))
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
