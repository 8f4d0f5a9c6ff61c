internal import Hikidashi
internal import RFCKit

/// Where the RFCs of a window come from, and what is new there: the foot of the list, actions and the
/// lines of the menu.
@MainActor
final class LibrarySources {
  let share: LibraryShare
  /// What stands below the list; it is empty where there is nothing to tell.
  let foot: Stack
  private let library: RFCLibrary
  private let reading: Reading
  private let settings: ViewerPreferences
  private let store: PreferenceStore?

  /// - Parameter store: The reader's settings; nil where there are none.
  init(
    _ library: RFCLibrary, _ reading: Reading, _ share: LibraryShare,
    _ settings: ViewerPreferences, _ store: PreferenceStore?
  ) {
    (self.library, self.reading, self.settings, self.store) = (library, reading, settings, store)
    self.share = share
    let news = share.news
    foot = Stack(.vertical, spacing: 0, [LibraryFoot.news(news)])
    foot.follow { [weak reading] _ in if let reading { news.update(for: reading.index) } }
    guard let link, let download, let offer else { return }
    foot.append(LibraryFoot(link, download, offer).part)
    link.onBack.append { [weak reading] in reading?.tryAgainWhereMissing() }
  }

  var link: MirrorLink? { share.link }
  var download: LibraryDownload? { share.download }
  var offer: LibraryOffer? { share.offer }
  var news: WhatIsNew { share.news }

  private var window: Window? { reading.list.view.window }

  /// Goes on with what was under way when the app ended.
  func comeBack() { download?.comeBack() }

  /// The lines of the window's menu.
  @MenuBuilder
  var menu: [Menu] {
    Menu.item(tr("What’s New"), action: "win.what-is-new")
    Menu.item(tr("Download All…"), action: "win.download-all")
    Menu.item(tr("Open Library…"), action: "win.open-library")
  }

  /// What can be done by keys and by the menu.
  @ActionBuilder
  var actions: [Action] {
    let (link, download, news) = (link, download, news)
    Action(
      "what-is-new", title: tr("What’s new"), shortcuts: "<Control>u", group: tr("List")
    ) { news.present() }
    Action("download-all", title: tr("Download all RFCs"), group: tr("List")) {
      await self.downloadAll()
    }.enabled { download?.phase == .idle }
    Action("open-library", title: tr("Open a library"), group: tr("General")) {
      await self.openLibrary()
    }
    Action("try-now", title: tr("Ask the mirror now"), shortcuts: "F5", group: tr("List")) {
      link?.tryNow()
    }.enabled { link != nil }
  }
}

// MARK: - Dialogs

extension LibrarySources {
  /// Says what it costs to download all, and does it where a person agrees.
  private func downloadAll() async {
    guard let link, let download, let window,
      let fetcher = try? await link.fetcher()
    else { return }
    let library = library
    let cost = await offMainThread { LibraryCost(library, fetcher) }
    guard cost.missing > 0 else {
      window.show(Toast(tr("Every RFC that has a text is here")))
      return
    }
    let alert = Alert(
      tr("Download all RFCs?"), message: cost.description,
      choices: [.cancel, .preferred(tr("_Download"), id: "download")])
    guard let choice = try? await window.present(alert), choice.id == "download" else { return }
    download.start(.all)
  }

  /// Asks for a folder or a mirror, and starts anew with it.
  private func openLibrary() async {
    guard let window else { return }
    let choices: [Choice] = [
      .cancel, Choice(tr("_Mirror…"), id: "mirror"), .preferred(tr("_Folder…"), id: "folder"),
    ]
    let alert = Alert(
      tr("Open another library"),
      message: tr(
        "A folder with rfc-index.txt and documents, or a mirror on the network. RFC Viewer starts anew with it, and comes back to where you are when you open this one again."
      ),
      choices: choices)
    switch try? await window.present(alert).id {
    case "folder": await openFolder(over: window)
    case "mirror": await openMirror(over: window)
    default: return
    }
  }

  private func openFolder(over window: Window) async {
    let dialog = FileOpen(tr("Open a folder of RFCs"), folders: true, folder: library.directory)
    guard let path = try? await window.present(dialog).first else { return }
    do throws(RFCLibraryError) {
      try RFCLibrary.mirror(directory: path).checkIndex()
    } catch {
      let alert = Alert(tr("No library found"), message: error.description.asSentence)
      _ = try? await window.present(alert)
      return
    }
    restart { store in try store.set(self.settings.network.folder, to: path) }
  }

  private func openMirror(over window: Window) async {
    let current = link?.mirror.address ?? RFCMirror.rfcEditor.address
    let rule = InputRule<String>.check(tr("must be an address such as https://www.rfc-editor.org"))
    {
      (try? RFCMirror($0)) != nil
    }
    let prompt = Prompt(tr("Open a mirror"), accept: tr("_Open")) {
      TextEntry(tr("_Address"), value: current, rules: [rule])
    }
    guard let address = try? await window.present(prompt) else { return }
    restart { store in
      try store.set(self.settings.network.folder, to: "")
      try store.set(self.settings.network.mirror, to: address)
    }
  }

  /// The same program with another library: what a window has come to is kept for each.
  private func restart(with change: (PreferenceStore) throws -> Void) {
    guard let store else { return }
    do { try change(store) } catch {
      window?.show(Banner("\(error)".asSentence))
      return
    }
    App.current?.restart(arguments: [])
  }
}
