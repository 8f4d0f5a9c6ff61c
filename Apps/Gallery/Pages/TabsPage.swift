import Hikidashi

enum TabsPage: GalleryPage {
  static let title = tr("Tabs, toolbars, badges")
  static let summary = tr("Add tabs; Ctrl+W closes one, and Ctrl+Shift+Page Up moves it.")
  static let file = #filePath

  static func make() -> Part {
    let count = Badge(2, label: "2 tabs")
    let work = Spinner("Working")
    let tabs = Tabs {
      Tab("Start", isClosable: false) { StatusPage("This one stays") }
      Tab("News", icon: "starred-symbolic") { Label("Nothing new").margin(24) }
    }
    var next = 1
    func add() {
      tabs.open(Tab("Page \(next)") { Label("A page of its own").margin(24) })
      tabs.setBadge(next, "Page \(next)")
      next += 1
      count.show(tabs.ids.count, label: "\(tabs.ids.count) tabs")
    }
    return Stack(.vertical, spacing: 0) {
      Toolbar("Tabs") {
        Button(icon: "tab-new-symbolic", label: "New Tab") { add() }
        Separator()
        Button("Work") { work.isSpinning.toggle() }
        work
        Spacer()
        count
        Badge("new", style: .success)
        Badge("late", style: .warning)
      }
      tabs
    }
  }
}
