internal import FoundationEssentials
internal import Hikidashi
internal import HikidashiCommands
internal import HikidashiLoading
internal import HikidashiLoadingCache
internal import TimelineKit

/// Timeline as an app: what happens between its start and its first posts.
@MainActor
enum TimelineApp {
  nonisolated static let id = "io.github.hikidashi.Timeline"

  static var about: AboutWindow {
    AboutWindow(
      tr("Timeline"), version: CommandLineTool.version, icon: id,
      comments: tr("A reader whose place you never lose."))
  }

  static func run(_ arguments: CommandArguments) throws -> Never {
    let settings = TimelinePreferences()
    // A home that cannot be read must not keep the window from opening.
    let preferences = try (try? settings.open(arguments.settings)) ?? settings.open(isCopy: true)
    let picture = arguments["screenshot"]
    let isSample = arguments.has("sample")
    guard let folder = arguments["folder"] ?? (isSample ? Sample.folder : TimelineStore.userPath)
    else { throw CommandError.noHome }
    let app = makeApp(
      settings, preferences, CommandLineTool.connector, isSample: isSample, isQuiet: picture != nil,
      // What was opened beside the user's own is shared with nobody.
      isShared: arguments["folder"] == nil && !isSample,
      state: picture == nil ? nil : StateStore(in: MemoryStorage())
    ) { try TimelineStore(folder: folder) }
    if let picture { app.picture = picture }
    app.opens = arguments["open"]?.ifAny.map { [SourceAddress.uri(of: $0)] } ?? []
    app.run()
  }

  /// - Parameters:
  ///   - isSample: Whether the posts that come with the app are shown.
  ///   - isQuiet: Whether nothing is loaded by itself.
  ///   - isShared: Whether posts are shared, as the settings say.
  ///   - state: Where it is kept what comes back at the next start; nil takes that of the app.
  ///   - onMake: Told of the window, when it is made.
  ///   - store: Opens the store.
  static func makeApp(
    _ settings: TimelinePreferences, _ preferences: PreferenceStore, _ connector: Connector,
    id: String = id, isSample: Bool = false, isQuiet: Bool = false, isShared: Bool = false,
    state: StateStore? = nil,
    clock: @escaping @MainActor () -> Date = { Date() },
    onMake: @escaping @MainActor (TimelineWindow) -> Void = { _ in },
    store: @escaping @Sendable () throws -> TimelineStore
  ) -> App {
    var timeline: TimelineWindow?
    let app = App(id: id, instance: isQuiet ? .separate : .single) {
      let reader = Reader(try store(), connector, settings, preferences, clock: clock)
      let made = TimelineWindow(
        reader, in: state ?? App.current?.state ?? StateStore(in: MemoryStorage()))
      timeline = made
      onMake(made)
      let window = made.makeWindow()
      Task {
        if isSample { try await Sample.add(to: reader) }
        guard !isQuiet else { return }
        if isShared { reader.share() }
        await reader.readTokens()
        await reader.mend()
        await reader.refresh()
        await reader.keepRefreshing()
      }
      return [window]
    }
    app.saves(settings: preferences)
    app.onOpen = { addresses in
      if let timeline { try await SourceDialogs(timeline).add(handed: addresses) }
    }
    app.ready = {
      if isSample, let reader = timeline?.reader { try? await Sample.add(to: reader) }
      await timeline?.settled()
    }
    return app
  }
}
