import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiLoading
import HikidashiOutlines
import HikidashiPreferences
import HikidashiRecords
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// The app on a folder of its own, which is started again and again.
@MainActor
final class ReadingRoom {
  nonisolated static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
  let settings = TimelinePreferences()
  let preferences: PreferenceStore
  /// What loads; nothing at first.
  var connector = Connector(transports: [])
  let storage: any ByteStorage
  private let folder: ScratchFolder?
  let path: String
  private(set) var state: StateStore
  private(set) var app: App?
  private var made: TimelineWindow?
  private var shown: Stage?

  /// - Parameter path: Where all is kept, for another process; nil for a room of this process alone.
  init(at path: String? = nil) throws {
    folder = path == nil ? try ScratchFolder() : nil
    self.path = path ?? folder?.url.path ?? ""
    storage = try path.map { try FolderStorage($0 + "/state") } ?? MemoryStorage()
    preferences = try PreferenceStore(
      settings, at: path.map { .file($0 + "/settings") } ?? .memory, version: "1",
      options: PreferenceOptions(autosave: nil))
    state = StateStore(in: storage)
  }

  var timeline: TimelineWindow {
    get throws { try XCTUnwrap(made) }
  }
  var stage: Stage {
    get throws { try XCTUnwrap(shown) }
  }
  var reader: Reader {
    get throws { try timeline.reader }
  }

  /// Starts the app, with what the start before has left.
  ///
  /// - Parameter onPaint: Called after each frame.
  func launch(
    width: Int = 700, height: Int = 560, onPaint: @escaping @MainActor () -> Void = {}
  ) async throws {
    state = StateStore(in: storage)
    let path = path
    let open: @Sendable () throws -> TimelineStore = { try TimelineStore(folder: path) }
    let app = TimelineApp.makeApp(
      settings, preferences, connector,
      id: "io.github.hikidashi.Test\(UInt64.random(in: 1 ... .max))", isQuiet: true, state: state,
      clock: { ReadingRoom.start.addingTimeInterval(3_600) }, onMake: { self.made = $0 },
      store: open)
    self.app = app
    let stage = Stage(try XCTUnwrap(app.launch() ? app.windows.first : nil))
    stage.window.onPaint(onPaint)
    try await stage.settle()
    shown = stage
    try await resize(width, height)
  }

  /// Ends the app.
  ///
  /// - Parameter isKilled: Whether the window goes without a word, once what it has noted was written.
  func quit(isKilled: Bool = false) async throws {
    let stage = try stage
    try save()
    if isKilled { try await stage.close() }
    app?.quit()
    try await until("the app to quit") { stage.window.native == nil }
    // GTK has one size of letters for all apps of a process.
    app?.textScale = 1
    (app, made, shown) = (nil, nil, nil)
  }

  /// Writes what the window has noted.
  func save() throws {
    state.save()
    try preferences.save()
  }

  func resize(_ width: Int, _ height: Int) async throws {
    let window = try XCTUnwrap(try stage.window.native)
    gtk_window_set_default_size(window.cast(to: GtkWindow.self), Int32(width), Int32(height))
    // The display server grants it when it comes to that.
    try await until("the size") {
      Self.hasSize(window, width, true) && Self.hasSize(window, height, false)
    }
    try await settle()
  }

  /// Whether a window, with its border, is as wide or as high as it was to become.
  private static func hasSize(_ window: NativeWidget, _ wanted: Int, _ isWidth: Bool) -> Bool {
    guard let surface = gtk_native_get_surface(window.opaque) else { return false }
    let (inner, whole) =
      isWidth
      ? (gtk_widget_get_width(window), gdk_surface_get_width(surface))
      : (gtk_widget_get_height(window), gdk_surface_get_height(surface))
    var least = gint(0)
    gtk_widget_measure(
      window, isWidth ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL,
      isWidth ? -1 : gtk_widget_get_width(window), &least, nil, nil, nil)
    return whole == max(gint(wanted), least + whole - inner)
  }

  /// Waits until all is written and shown.
  func settle() async throws {
    await app?.ready()
    try await stage.settle()
    let list = try timeline.posts
    try await until("the rows to rest") {
      guard list.view.scrollPlace != nil, let seen = try? place() else {
        return list.view.outline.isEmpty
      }
      guard let row = (try? row(of: seen.id)) ?? nil else { return true }
      // Letters that have grown are laid out a frame before the rows below them.
      let height = list.view.native.map { Double(gtk_widget_get_height($0)) } ?? 0
      let end = row.top + row.height
      let next = end < height ? ((try? below(seen.id)) ?? nil)?.top : nil
      return abs(row.top - seen.top) < 1 && (next ?? end) > end - 1
    }
    await (try stage).nextFrame()
  }

  // MARK: - Posts

  nonisolated static func source(_ number: Int) -> TimelineSource {
    TimelineSource(.archive, title: "Source \(number)", address: "/none/\(number)")
  }

  nonisolated static func post(
    _ name: String, of source: Int = 0, minutes: Double, words: Int = 12, text: String? = nil
  ) -> Post {
    let source = ReadingRoom.source(source)
    var post = Post(
      source: source.id, name: name, subject: "https://example.org/\(name)", kind: .status,
      author: "Ann", published: start.addingTimeInterval(minutes * 60))
    post.text = text ?? (0..<words).map { "word\($0)" }.joined(separator: " ")
    post.page = post.subject
    return post
  }

  func add(_ posts: [Post]) async throws {
    let store = try reader.store
    var page = PostPage()
    page.posts = posts
    page.users = [TimelineUser(id: "Ann", name: "Ann")]
    let added = page
    try await Task.detached {
      for source in Set(added.posts.map(\.source)) where store.sources.records[source] == nil {
        let number = Int(source.split(separator: "/").last ?? "") ?? 0
        try store.put(ReadingRoom.source(number))
      }
      try store.add(added)
    }.value
    try reader.postsChanged()
    try await shows(added.posts.map(\.id))
  }

  /// Waits until the list of all posts has, or no more has, these.
  func shows(_ ids: [String], _ isThere: Bool = true) async throws {
    let list = try timeline.posts
    if case .all = list.shown {
      // Those that are far from the reader's place are not read.
      try await until("the posts") {
        ids.contains { list.content.list.contains($0) } == isThere || ids.isEmpty
      }
    }
    try await settle()
  }

  // MARK: - Places

  /// The post at the top of the list, and how far below the upper edge its row begins.
  func place() throws -> (id: String, top: Double) {
    let list = try timeline.posts
    let seen = try XCTUnwrap(list.view.scrollPlace)
    let row = try XCTUnwrap(list.view.outline.item(of: seen.node))
    return (row.items.first?.id ?? "gap", seen.offset)
  }

  /// Where the row of a post stands now, and its height; nil where it is not in view.
  func row(of id: String) throws -> (top: Double, height: Double)? {
    let list = try timeline.posts
    let rows = list.content.list.rows
    guard let row = rows.first(where: { $0.items.contains { $0.id == id } }),
      let index = list.view.outline.row(of: row.node)
    else { return nil }
    return try bounds(ofRow: index)
  }

  /// Where the row below that of a post stands.
  private func below(_ id: String) throws -> (top: Double, height: Double)? {
    let list = try timeline.posts
    let row = list.content.list.rows.first { $0.items.contains { $0.id == id } }
    guard let index = row.flatMap({ list.view.outline.row(of: $0.node) }),
      index + 1 < list.view.outline.rowCount
    else { return nil }
    return try bounds(ofRow: index + 1)
  }

  private func bounds(ofRow index: Int) throws -> (top: Double, height: Double)? {
    let list = try timeline.posts
    guard let cell = list.view.rowWidget(at: index), let parent = gtk_widget_get_parent(cell),
      let native = list.view.native
    else { return nil }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(parent, native, &bounds) != 0 else { return nil }
    return (Double(bounds.origin.y), Double(bounds.size.height))
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    (try? timeline)?.posts.view.native
      .flatMap { gtk_widget_get_parent($0) }
      .flatMap { gtk_scrolled_window_get_vadjustment($0.opaque) }
  }

  /// Scrolls as a person does with the wheel.
  func scroll(by distance: Double) async throws {
    roll(by: distance)
    try await settle()
  }

  /// Scrolls, and does not wait for the rows.
  func roll(by distance: Double) {
    guard let adjustment else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
  }

  /// The first post that begins well below the upper edge, and where it stands.
  func middleRow() throws -> (id: String, top: Double)? {
    let list = try timeline.posts
    guard let seen = list.view.scrollPlace, let first = list.view.outline.row(of: seen.node)
    else { return nil }
    for index in first..<list.view.outline.rowCount {
      guard let bounds = try bounds(ofRow: index) else { return nil }
      if bounds.top > 100, let id = list.view.outline.item(atRow: index).items.first?.id {
        return (id, bounds.top)
      }
    }
    return nil
  }

  /// Whether the list stands at its upper or its lower end, where there is nothing to scroll to.
  var isAtEnd: Bool {
    guard let adjustment else { return false }
    let value = gtk_adjustment_get_value(adjustment)
    let last = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    return value < 1 || value > last - 1
  }
}
