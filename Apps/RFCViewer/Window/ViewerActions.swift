internal import Hikidashi
internal import RFCKit

/// What can be done in the window by keys and by its menu.
@MainActor
struct ViewerActions {
  private let viewer: ViewerWindow
  private let split: NavigationSplit

  init(_ viewer: ViewerWindow, _ split: NavigationSplit) {
    (self.viewer, self.split) = (viewer, split)
  }

  private var reading: Reading { viewer.reading }
  private var list: RFCList { viewer.list }
  private var pane: DocumentPane { viewer.pane }

  var all: [Action] {
    ofList + ofDocument + viewer.notesWindow.actions + ofWay + viewer.relationActions + general
  }

  @ActionBuilder
  private var ofList: [Action] {
    let (list, split) = (list, split)
    Action("search", title: tr("Search the list"), shortcuts: "<Control>k", group: tr("List")) {
      split.showList()
      list.search.focus()
    }
    // In the menu alone: nobody needs a key for them that is worth one.
    Action("open-all") { list.view.change { $0.openAll() } }
    Action("close-all") { list.view.change { $0.closeAll() } }
    split.actions(group: tr("List"))
    Action("list", title: tr("Go to the list"), shortcuts: "<Shift>F6", group: tr("List")) {
      split.showList()
      list.focus()
      // The button that leads here hides itself, and GTK moves the keyboard to the one beside it.
      await list.view.window?.drawn()
      if split.isFolded, !split.isDetailAlone { list.focus() }
    }
  }

  @ActionBuilder
  private var ofDocument: [Action] {
    let (viewer, reading, list, pane, split) = (viewer, reading, list, pane, split)
    // One key for what the keyboard is in.
    Action(
      "find", title: tr("Find in the document, or search the list"), shortcuts: "<Control>f",
      group: tr("Document")
    ) {
      if pane.hasDocument, pane.hasFocus || split.isDetailAlone {
        pane.findBar.open()
      } else {
        split.showList()
        list.search.focus()
      }
    }
    Array(pane.findBar.actions(group: tr("Document")).dropFirst())
    Action("read", title: tr("Go to the document"), shortcuts: "F6", group: tr("Document")) {
      split.showDetail()
      reading.focusDocument()
    }
    Action("contents", title: tr("Contents"), shortcuts: "F9", group: tr("Document")) {
      split.showDetail()
      pane.showsContents.toggle()
    }
    Action(
      "next-section", title: tr("Next section"), shortcuts: "<Control>Down", "<Alt>Page_Down",
      group: tr("Reading")
    ) { pane.goToSection(isNext: true) }
    Action(
      "previous-section", title: tr("Previous section"), shortcuts: "<Control>Up", "<Alt>Page_Up",
      group: tr("Reading")
    ) { pane.goToSection(isNext: false) }
    Action(
      "go-to", title: tr("Go to a section or a page"), shortcuts: "<Control>l", group: tr("Reading")
    ) { await viewer.goToPlace() }.enabled { reading.hasText }
    Action(
      "reflow", title: tr("Reflowed or published text"), shortcuts: "<Control>r",
      group: tr("Reading")
    ) { viewer.toggleForm() }
    Action("print", title: tr("Print"), shortcuts: "<Control>p", group: tr("Document")) {
      _ = try await pane.reader.printOut(title: reading.title)
    }.enabled { reading.hasText }
    Action("save-pdf", title: tr("Save as PDF"), group: tr("Document")) {
      try await viewer.savePDF()
    }.enabled { reading.hasText }
    TextReader.keys(group: tr("Reading"))
  }

  @ActionBuilder
  private var ofWay: [Action] {
    let (reading, viewer) = (reading, viewer)
    Action("back", title: tr("Back"), shortcuts: "<Alt>Left", group: tr("Reading")) {
      reading.goBack()
    }.enabled { reading.canGoBack }
    Action("forward", title: tr("Forward"), shortcuts: "<Alt>Right", group: tr("Reading")) {
      reading.goForward()
    }.enabled { reading.canGoForward }
    Action(
      "open", title: tr("Open an RFC by its number"), shortcuts: "<Control>o", group: tr("Document")
    ) {
      await viewer.openByNumber()
    }
  }

  @ActionBuilder
  private var general: [Action] {
    let reading = reading
    Action("guide", title: tr("Guide"), shortcuts: "F1", group: tr("General")) {
      reading.read(RFCLibrary.guideNumber)
    }
  }
}
