internal import Glibc
internal import Hikidashi
internal import RFCKit

/// RFC Viewer as an app: what happens between its start and its first document.
@MainActor
enum ViewerApp {
  static let id = "io.github.hikidashi.RFCViewer"

  static var about: AboutWindow {
    AboutWindow(
      tr("RFC Viewer"), version: CommandLineTool.version, icon: id,
      comments: tr("A reader for the documents of the Internet, without a network, too."))
  }

  /// - Throws: ``RFCLibraryError`` when the folder that was named is no library.
  static func run(_ options: WindowOptions) throws(RFCLibraryError) -> Never {
    let settings = ViewerPreferences()
    // A home that cannot be read must not keep the window from opening.
    let store = (try? settings.open(options.flags)) ?? (try? settings.open([:], isCopy: true))
    let preferred = store.map { (settings, $0) }
    let (library, mirror) = try source(options, preferred)
    // What they show does not depend on what was shown before.
    let isPicture = options.screenshot != nil || FirstFrame.isAsked
    let app = makeApp(
      library, mirror: mirror, open: options.open, file: options.file, preferences: preferred,
      state: isPicture ? StateStore(in: MemoryStorage()) : nil,
      notes: notesPlace(preferred, isPicture: isPicture))
    if let screenshot = options.screenshot { app.picture = screenshot }
    app.run()
  }

  /// Where notes are kept; of a picture and a measurement only those that were asked for are shown.
  private static func notesPlace(
    _ preferences: (settings: ViewerPreferences, store: PreferenceStore)?, isPicture: Bool
  ) -> StoreDestination? {
    let address = preferences.map { $0.store[$0.settings.notes.place] } ?? ""
    return isPicture && address.isEmpty ? .memory : NotesPlace.destination(address)
  }

  /// Where the window's RFCs come from: a folder, or a mirror and the folder that it fills.
  private static func source(
    _ options: WindowOptions, _ preferences: (settings: ViewerPreferences, store: PreferenceStore)?
  ) throws(RFCLibraryError) -> (RFCLibrary, RFCMirror?) {
    if let mirror = options.mirror, !RFCMirror.isAddress(mirror) {
      return (try .mirror(directory: mirror), nil)
    }
    if options.mirror == nil,
      let folder = preferences.map({ $0.store[$0.settings.network.folder] }),
      !folder.isEmpty, let library = try? RFCLibrary.mirror(directory: folder)
    {
      return (library, nil)
    }
    let address = options.mirror ?? preferences.map { $0.store[$0.settings.network.mirror] }
    let mirror = address.flatMap { try? RFCMirror($0) } ?? .rfcEditor
    guard let folder = RFCFolder.userPath(for: mirror) else { return (.builtIn, nil) }
    let isWrong =
      options.mirror == nil
      && preferences.map { $0.settings.complaintAboutMirror(in: $0.store) != nil } ?? false
    // A picture and a measurement show what is here, whatever the network has.
    let isOffline =
      options.isOffline || isWrong || options.screenshot != nil || FirstFrame.isAsked
    return (.kept(in: folder), isOffline ? nil : mirror)
  }

  /// - Parameters:
  ///   - mirror: Where what the library lacks can be had; nil asks no server.
  ///   - open: The RFC to show first. Without it that is the last one of the last start, else the guide
  ///     where the index is the built-in one.
  ///   - file: The path of a document to show first.
  ///   - preferences: The reader's settings; all are as defined without.
  ///   - state: Where it is kept what comes back at the next start; nil takes that of the app.
  ///   - notes: Where bookmarks, highlights and notes are kept; nil where there is no such place.
  static func makeApp(
    _ library: RFCLibrary, mirror: RFCMirror? = nil, open: Int?, file: String? = nil,
    preferences: (ViewerPreferences, PreferenceStore)? = nil, state: StateStore? = nil,
    notes: StoreDestination? = .memory
  ) -> App {
    let load = IndexLoad(library)
    // A picture and a measurement leave nothing behind.
    let textIndex =
      FirstFrame.isAsked || state != nil
      ? nil : library.directory.flatMap { RFCTextSearch.userPath(for: $0) }
    let keeper = NoteKeeper(at: notes)
    // Made by the app, which has the state.
    var windows: ViewerWindows?
    func makeWindows() -> [Window] {
      let state = state ?? App.current?.state ?? StateStore(in: MemoryStorage())
      let share = LibraryShare(
        library, mirror, fetching: RFCFetchOptions(), installed: { .usual }, preferences, in: state)
      share.latest = { windows?.latest }
      let made = ViewerWindows(in: state, library) {
        ViewerWindow(
          library, preferences: preferences, state: $0, name: $1, textIndex: textIndex,
          notes: keeper, share: share)
      }
      windows = made
      return comeBack(made, load, open: open, guide: library.hasBuiltInIndex)
    }
    let instance = library.directory.map { App.Instance.named(resolved($0)) } ?? .single
    let app = App(id: id, instance: FirstFrame.isAsked ? .separate : instance) { makeWindows() }
    app.opens = file.map { [$0] } ?? open.map { ["rfc:\($0)"] } ?? []
    app.onOpen = { windows?.open($0) }
    if let store = preferences?.1 { app.saves(settings: store) }
    app.ready = { await windows?.open.first?.viewer.settled() }
    return app
  }

  /// The same folder by whatever path it is named.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Makes the windows that were open when the app ended, or one.
  static func comeBack(
    _ windows: ViewerWindows, _ load: IndexLoad, open: Int?, guide: Bool = false
  ) -> [Window] {
    windows.comeBack().enumerated().map { place, viewer in
      start(viewer, load, first: place == 0 ? open : nil, guide: guide, isFirst: place == 0)
    }
  }

  /// - Parameter guide: Whether the guide is shown where there is nothing else to show. A later start
  ///   without a number leaves the reader in place.
  private static func start(
    _ viewer: ViewerWindow, _ load: IndexLoad, first: Int?, guide: Bool, isFirst: Bool
  ) -> Window {
    let window = viewer.makeWindow()
    let reading = viewer.reading
    reading.show(load)
    viewer.notes.begin()
    viewer.room.comeBack(of: viewer.library)
    if isFirst {
      viewer.refresh()
      viewer.sources.comeBack()
      FirstFrame.report(viewer, in: window) { App.current?.quit() }
    }
    if let first {
      reading.read(first)
    } else if !reading.comeBack(), guide {
      reading.open(RFCLibrary.guideNumber)
    }
    return window
  }
}
