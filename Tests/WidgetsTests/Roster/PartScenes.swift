import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiMotion
import HikidashiRecords
import HikidashiScenes
import HikidashiWidgets
import TestSupport

/// Every part, in the states in which it looks or reads differently.
@MainActor
struct PartScenes {
  private let samples: Samples

  init(pictures: ScratchFolder) throws { samples = try Samples(pictures) }

  var all: [Scene] { inputs + plain + menus + viewing + jobs }

  var inputs: [Scene] { entries + forms }

  private var entries: [Scene] {
    [
      Scene(name: "TextEntry") {
        Form {
          TextEntry("_Name", value: "山田", rules: [.required]).hint("As on the passport")
          TextEntry("_Code", value: "x", rules: [.length(3...)])
          TextEntry("_Password", value: "secret", isSecret: true)
        }.margin(18)
      },
      Scene(name: "TextEntry, wrong", keys: ["a", "BackSpace"]) {
        TextEntry("_Name", rules: [.required]).margin(18)
      },
      Scene(name: "TextArea") {
        TextArea("_Notes", value: "Line 1\nLine 2", lines: 3, rules: [.length(0...40)]).margin(18)
      },
      Scene(name: "NumberEntry") {
        Form {
          NumberEntry("_Copies", value: 2, in: 1...99)
          NumberEntry("_Rate", value: 2.5, in: 0...10, step: 0.5)
        }.margin(18)
      },
      Scene(name: "DateEntry") {
        Form {
          DateEntry("_Born", value: Date(timeIntervalSince1970: 0), timeZone: "UTC")
          DateEntry(
            "Be_gins", value: Date(timeIntervalSince1970: 0), hasTime: true, timeZone: "UTC")
        }.margin(18)
      },
      Scene(name: "DateEntry, open", keys: ["Tab", "space"], height: 400) {
        DateEntry("_Born", value: Date(timeIntervalSince1970: 0), timeZone: "UTC").margin(18)
      },
      Scene(name: "MonthCalendar", height: 380) {
        MonthCalendar("_Day", value: Date(timeIntervalSince1970: 86_400 * 9), timeZone: "UTC")
          .marked { day in day.timeIntervalSince1970 / 86_400 >= 20 }.margin(18)
      },
      Scene(name: "DropDown") {
        Form {
          DropDown("_Size", ["Small", "Large"], value: "Large")
          DropDown("_Colour", ["Red", "Blue"])
        }.margin(18)
      },
      Scene(name: "DropDown, open", keys: ["space"]) {
        DropDown("_Size", ["Small", "Medium", "Large"], value: "Medium").margin(18)
      },
      Scene(name: "NavigationStack") {
        let stack = NavigationStack("Authors", Label("Authors"))
        stack.push("Books", Label("Books of one author").margin(18))
        return Stack {
          stack.makeBackButton()
          stack
        }
      },
      Scene(name: "NavigationSplit") {
        NavigationSplit(width: 160) {
          Label("List").margin(18)
        } detail: {
          Label("Detail").margin(18)
        }
      },
      Scene(name: "SidePane") {
        let pane = SidePane(width: 160) {
          Label("Contents").margin(18)
        } over: {
          Label("Text").margin(18)
        }
        return Stack {
          pane.makeButton("Contents")
          pane
        }
      },
      Scene(name: "RadioGroup") {
        Form {
          RadioGroup("_Size", ["Small", "Medium", "Large"], value: "Medium")
          RadioGroup("_View", ["List", "Cards"], value: "List", isSegmented: true)
        }.margin(18)
      },
      Scene(name: "Slider") {
        Form {
          Slider("_Volume", value: 40, in: 0...100, step: 5)
          Slider("_Zoom", value: 1, in: 0.5...4, step: 0.25, decimals: 2, marks: [1: "1:1"])
        }.margin(18)
      },
      Scene(name: "TextEntry, suggesting", keys: ["y", "o", "Down"]) {
        TextEntry("_City").suggests(["New York", "Newark", "York", "Yorkshire"]).margin(18)
      },
      Scene(name: "TagEntry") {
        Form {
          TagEntry("_Topics", value: ["birds", "trees", "weather"])
          TagEntry("_None")
        }.margin(18)
      },
      Scene(name: "TimeEntry") {
        TimeEntry("_Opens", value: TimeOfDay(hour: 9, minute: 30)).margin(18)
      },
      Scene(name: "DurationEntry") {
        DurationEntry("_Walk", value: .seconds(5_400)).margin(18)
      },
      Scene(name: "LinkEntry") {
        Form {
          LinkEntry("_Home", value: "https://example.org")
          LinkEntry("_Mail", value: "nobody")
        }.margin(18)
      },
      Scene(name: "FontEntry") {
        Form {
          FontEntry("_Text", value: Font("Monospace", size: 16))
          FontEntry("_Heading")
        }.margin(18)
      },
      Scene(name: "Switch") {
        Form {
          Switch("_Notify", value: true)
          Switch("_Later")
        }.margin(18)
      },
      Scene(name: "CheckBox") {
        Stack {
          CheckBox("_Agreed", value: true)
          CheckBox("_Open").hint("May be left so")
        }.margin(18)
      },
      Scene(name: "ColorEntry") { ColorEntry("_Marker", value: Color(0.9, 0.4, 0.1)).margin(18) },
      Scene(name: "ColorEntry, open", keys: ["space"], height: 420, normalize: .colors) {
        ColorEntry("_Marker", value: Color(0.2, 0.4, 0.6)).margin(18)
      },
      Scene(name: "FileEntry") {
        Form {
          FileEntry("_Letter", value: "/home/ada/letter.txt")
          FileEntry("_Picture")
        }.margin(18)
      },
      Scene(name: "SearchField") { SearchField("Words").margin(18) },
    ]
  }

  private var forms: [Scene] {
    [
      Scene(name: "Form", height: 380) {
        let name = TextEntry("_Name", value: "Ume", rules: [.required])
        let form = Form {
          name
          FormGroup("Stay") {
            NumberEntry("_Guests", value: 7, in: 1...9)
            Label("Two share a room.")
          }
          CheckBox("_I have read the terms", rules: [.check("must be checked") { $0 }])
        }
        name.value = "Matsu"
        form.apply()
        return Stack(.vertical, spacing: 12) {
          form
          form.buttons(apply: "_Save", revert: "_Discard")
        }.margin(18)
      },
      Scene(name: "Grid") {
        Grid((1...6).map { "Key \($0)" }, columns: 2) { Button($0) {} }.margin(18)
      },
    ]
  }

  var plain: [Scene] {
    [
      Scene(name: "Label") {
        let links = Label()
        links.show([.text("See "), .link("the manual", target: "m"), .text(".")])
        return Stack {
          Label("Heading").styleClass("title-1")
          Label("Words that go on for longer than a line is, and therefore are wrapped.").wrapping()
          links
        }.margin(18)
      },
      Scene(name: "Button") {
        Stack {
          Button("_Plain") {}
          Button("_Suggested") {}.styleClass("suggested-action")
          Button("_Deletes") {}.styleClass("destructive-action")
          Button("Forbidden") {}.enabled(false)
          Button(icon: "edit-clear-symbolic", label: "Clear") {}.align(horizontal: .start)
        }.margin(18)
      },
      Scene(name: "Image") {
        Stack(.horizontal) {
          for size in [16, 32, 64] { Image(icon: "folder-symbolic", size: size) }
        }.margin(18)
      },
      Scene(name: "ProgressBar") {
        let known = ProgressBar().accessibleLabel("Copying")
        known.fraction = 0.4
        return Stack(spacing: 18) {
          known
          ProgressBar().accessibleLabel("Waiting")
        }.margin(18)
      },
      Scene(name: "StatusPage", height: 460) {
        StatusPage(
          "No notes yet", icon: "document-new-symbolic", description: "Write the first one."
        ) {
          Button("_New Note") {}.styleClass("pill", "suggested-action")
        }
      },
      Scene(name: "Opening", height: 460) {
        struct Missing: Error, CustomStringConvertible { let description = "the shelf is empty" }
        return Opening {
          throw Missing()
        } content: {
          Label("never shown")
        }
      },
      Scene(name: "Clamp") {
        Clamp(width: 200) {
          Label("Nothing here yet")
          Button("_Open …") {}
        }
      },
      Scene(name: "Stack") {
        Stack(.horizontal, spacing: 12) {
          Stack {
            Label("Left")
            Button("_One") {}
          }
          Stack {
            Label("Right")
            Button("_Two") {}
          }
        }.margin(18)
      },
      Scene(name: "SplitPane") {
        SplitPane(position: 160) {
          Button("_Start") {}.margin(12)
        } end: {
          Button("_End") {}.margin(12)
        }
      },
      Scene(name: "Scroller") {
        Scroller(Stack { (1...30).map { Label("row \($0)") } }.margin(12))
      },
      Scene(name: "Stack, moving") {
        Stack(spacing: 12) {
          Label(counting: { 12 }) { "Points: \(Int($0))" }.changing(.scale()) { 12 }
          Button("_Come") {}.entering(.fade().slide(from: .leading)).leaving(.blur()).moving()
          TextEntry("_Name").entering(.turn(from: 20, curve: .elasticOut))
        }.staggered(by: 0.1).margin(18)
      },
      Scene(name: "Pages") {
        let pages = Pages(["one": Button("First page") {}, "two": Button("Second page") {}])
        pages.shown = "two"
        return pages.margin(18)
      },
      Scene(name: "HeaderBar") {
        HeaderBar {
          Button(icon: "document-open-symbolic", label: "Open") {}
        } end: {
          MenuButton(icon: "open-menu-symbolic", label: "Menu", isPrimary: true) {
            Menu.item("Keyboard Shortcuts", action: "win.show-help-overlay")
          }
        }.title(SearchField("Words"))
      },
      Scene(name: "SheetArea") { SheetArea { Button("_Below") {} }.margin(18) },
      Scene(name: "Layers") {
        Layers {
          Button("_Behind") {}.align(horizontal: .start, vertical: .start)
          Button("B_efore") {}.align(horizontal: .end, vertical: .end)
        }.margin(18).expand()
      },
      Scene(name: "SceneView") {
        let scene = try HikidashiMotion.Scene(size: Size(300, 160)) {
          Element(.text("Words", font: Font(size: 24), color: Color(0.2, 0.5, 0.9)))
            .place(Point(70, 40)).set(.rotation, -15)
          Element(.image("face-smile-symbolic")).set(.size, Size(48, 48))
            .place(Point(230, 40))
          Element(.widget("button")).place(Point(150, 110)).set(.perspective, 300)
            .set(.rotationY, 40)
        }
        return try SceneView(
          scene, "Words, a face and a button", pictures: { Picture(icon: $0) },
          widgets: { _ in Button("_Turned") {} })
      },
    ]
  }

  var menus: [Scene] {
    @MenuBuilder @MainActor func lines() -> [Menu] {
      Action("copy", title: "Copy", shortcuts: "<Control>c") {}
      Menu.toggle("In Bold", isOn: true) { _ in }
      Menu.section("Size") { Menu.choice(["Small", "Large"], chosen: 1) { _ in } }
      Menu.submenu("More") { Action("more", title: "Even More") {} }
    }
    return [
      Scene(name: "MenuButton") {
        Stack(.horizontal) {
          MenuButton("Sentence") { lines() }
          MenuButton(icon: "open-menu-symbolic", label: "Menu") { lines() }
        }.margin(18)
      },
      Scene(name: "MenuButton, open", keys: ["space"], height: 420) {
        MenuButton("Sentence") { lines() }.align(horizontal: .start, vertical: .start).margin(18)
      },
      Scene(name: "Button, with a context menu", keys: ["Menu"], height: 420) {
        Button("_Press") {}.contextMenu { lines() }.align(horizontal: .start, vertical: .start)
          .margin(18)
      },
      Scene(name: "Toolbar", width: 560) {
        Toolbar("Editing") {
          Button(icon: "edit-undo-symbolic", label: "Undo") {}
          Button(icon: "edit-redo-symbolic", label: "Redo") {}
          Separator()
          MenuButton("More") { lines() }
          Spacer()
          Badge(3, label: "3 new")
        }
      },
      Scene(name: "Separator") {
        Stack {
          Label("Above")
          Separator(.horizontal)
          Label("Below")
        }.margin(18)
      },
      Scene(name: "Spacer") {
        Toolbar("Sides") {
          Button("_Left") {}
          Spacer()
          Button("_Right") {}
        }
      },
      Scene(name: "Spinner") { Spinner("Working", size: 32).margin(18) },
      Scene(name: "NetworkActivity") {
        let connector = Connector(transports: [ScriptedTransport()])
        if let url = URL(string: "https://example.org/") {
          _ = connector.load(LoadRequest(url), parser: LinesParser())
        }
        return NetworkActivity(connector).margin(18)
      },
      Scene(name: "Badge") {
        Stack {
          Badge(3, label: "3 new")
          Badge("plain")
          Badge("new", style: .success)
          Badge("late", style: .warning)
          Badge("wrong", style: .error)
        }.margin(18).align(vertical: .start)
      },
      Scene(name: "Tabs") {
        let tabs = Tabs {
          Tab("Start", isClosable: false) { Button("_First") {} }
          Tab("News", icon: "starred-symbolic") { Button("_Second") {} }
          Tab("Late") { Label("Third") }
        }
        tabs.setBadge(3, "News")
        return tabs
      },
    ]
  }

  var viewing: [Scene] {
    [
      Scene(name: "TextReader", height: 420) {
        let reader = TextReader()
        reader.show(RichText(markdown: Samples.markdown))
        return reader
      },
      Scene(name: "TextReader, plain") {
        let reader = TextReader()
        reader.show(
          "See RFC 2119.\n\n  MUST is absolute.", spans: [StyledRange(4..<12, .link("2"))])
        return reader
      },
      Scene(name: "Viewer", height: 480) {
        let viewer = Viewer()
        try await viewer.show(file: samples.text)
        return viewer
      },
      Scene(name: "Viewer, a picture", height: 420) {
        let viewer = Viewer()
        try await viewer.show(file: samples.pictures[0])
        return viewer
      },
      Scene(name: "Viewer, a table", width: 560, height: 420) {
        let viewer = Viewer()
        try await viewer.show(file: samples.table)
        return viewer
      },
      Scene(name: "Viewer, a paper", height: 420) {
        let viewer = Viewer()
        try await viewer.show(file: samples.paper)
        return viewer
      },
      Scene(name: "FindBar", height: 320) {
        let reader = TextReader()
        reader.show("Drawers in a drawer,\nand a cupboard.")
        let bar = FindBar(in: reader)
        bar.words = "drawer"
        bar.open()
        while bar.matchCount == 0 { await Task.yield() }
        return Stack(.vertical, spacing: 0, [bar, reader])
      },
      Scene(name: "PictureView") {
        PictureView(Picture(file: samples.pictures[0]), description: "Hills")
      },
      Scene(name: "PicturePair") {
        let pair = PicturePair()
        pair.show(
          Picture(file: samples.pictures[0]), Picture(file: samples.pictures[1]),
          descriptions: "Green hills", "Brown hills")
        return pair
      },
      Scene(name: "PictureGrid", keys: ["Right"], width: 560, height: 360) {
        let grid = PictureGrid(label: "Pictures")
        try await grid.show(folder: samples.folder)
        return grid
      },
      Scene(name: "Canvas", height: 320) {
        let chart = Canvas("Shares", width: 280, height: 200, role: .group) { room in
          Shape.path(.slice(center: room.bounds.center, radius: 90, inner: 40, from: 0, to: 230))
            .fill(.accent).named("dogs", label: "Dogs, 64 per cent")
          Shape.path(.slice(center: room.bounds.center, radius: 90, inner: 40, from: 230, to: 360))
            .fill(Color(0.9, 0.4, 0.1)).named("cats", label: "Cats, 36 per cent")
          Shape.text("Shares", at: Point(room.bounds.center.x - 24, room.bounds.center.y - 9))
        }
        chart.onPress = { _ in }
        return chart.margin(18)
      },
    ]
  }
}

/// Files to look at.
@MainActor
struct Samples {
  let folder: String
  let text: String
  let table: String
  /// A PDF of nothing.
  let paper: String
  let pictures: [String]

  static let markdown = """
    # Hikidashi
    引き出し is *Japanese* for a **drawer**; see [the manual](manual.md).

    - `RecordTable`, a table
      1. searched
      2. sorted
    - [x] ~~cupboards~~ tabs

    > A place for everything.

    | animal | legs |
    |---|--:|
    | 犬 | 4 |

    ```
    let a = 1
    ```
    """

  init(_ scratch: ScratchFolder) throws {
    folder = scratch.url.path
    text = folder + "/read me.md"
    table = folder + "/animals.csv"
    paper = folder + "/handout.hdf"
    let colours: [[UInt8]] = [[60, 140, 90], [200, 120, 40], [70, 100, 190]]
    pictures = colours.indices.map { scratch.url.path + "/picture \($0 + 1).png" }
    for (path, colour) in zip(pictures, colours) {
      // Hills before a sky.
      let pixels = (0..<160 * 120).flatMap { place -> [UInt8] in
        let (x, y) = (Double(place % 160), Double(place / 160))
        let isSky = y < 60 + 20 * sin(x / 18)
        return (isSky ? [170, 205, 235] : colour) + [255]
      }
      let picture = Picture(width: 160, height: 120, pixels: pixels)
      try Data(picture?.encoded ?? []).write(to: URL(fileURLWithPath: path))
    }
    try scratch.write(Samples.markdown + "\n\n![Hills](picture%201.png)\n", to: "read me.md")
    try scratch.write("animal,legs\n犬,4\na bird,2\n", to: "animals.csv")
    // Of a type that hardly a program opens: the button names the one that does.
    try scratch.write("\0\u{1}drawers", to: "handout.hdf")
  }
}
