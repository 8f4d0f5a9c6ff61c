internal import Hikidashi
internal import RFCKit

/// The menus of the window: the main one, and that of the document that is read.
extension ViewerWindow {
  /// The main menu; what every app has stands below.
  @MenuBuilder
  var menu: [Menu] {
    Menu.item(tr("New Window"), action: "win.new-window")
    Menu.item(tr("Open RFC…"), action: "win.open")
    sources.menu
    Menu.separator
    Menu.item(tr("Bookmarks and Notes"), action: "win.notes")
    Menu.item(tr("Guide"), action: "win.guide")
  }

  /// What can be done with the document that is read.
  @MenuBuilder
  var documentMenu: [Menu] {
    Menu.item(tr("Find…"), action: "win.find")
    Menu.item(tr("Go to Section or Page…"), action: "win.go-to")
    Menu.separator
    Menu.item(tr("Bookmark"), action: "win.bookmark")
    Menu.item(tr("Add Note…"), action: "win.add-note")
    Menu.separator
    Menu.item(tr("Reflowed Text"), action: "win.reflow")
    Menu.submenu(tr("Text Size")) {
      Menu.item(tr("Larger Text"), action: "win.zoom-in")
      Menu.item(tr("Smaller Text"), action: "win.zoom-out")
      Menu.item(tr("Normal Text Size"), action: "win.zoom-normal")
    }
    Menu.submenu(tr("Beside the Text")) {
      Menu.item(tr("Contents"), action: "win.contents")
      relationMenu
    }
    compareMenu
    Menu.separator
    Menu.item(tr("Print…"), action: "win.print")
    Menu.item(tr("Save as PDF…"), action: "win.save-pdf")
  }
}
