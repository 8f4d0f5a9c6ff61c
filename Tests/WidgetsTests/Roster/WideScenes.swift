import Foundation
import HikidashiOutlines
import HikidashiPreferences

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// What fills a window: tables, trees and settings, beside the parts and dialogs of the roster.
@MainActor
struct WideScenes {
  var all: [Scene] {
    [
      Scene(name: "RecordsView") { try Members.view() },
      Scene(name: "RecordsView, filtered") {
        let view = try Members.view()
        view.words = "paris"
        view.conditions = [
          FieldCondition("rate", .atLeast, 4), FieldCondition("joined", .isFilled),
        ]
        return view
      },
      Scene(name: "TableView") {
        TableView([
          "Carp", "Eel", "A fish whose name is longer than a narrow window is wide, and more",
        ])
        .accessibleLabel("Fish")
      },
      Scene(name: "OutlineView") {
        let outline = try Outline([
          Node(
            "Mammals", id: 1, isSection: true, isOpen: true,
            children: [Node("Dog", id: 2), Node("Whale", id: 3)]),
          Node("Birds", id: 4, isSection: true, children: [Node("Owl", id: 5)]),
        ])
        return OutlineView(outline, header: "Animals").accessibleLabel("Animals")
      },
      Scene(name: "TableView, with links, buttons and pictures") { try Self.posts() },
      Scene(name: "TableView, with columns to work with") { try Self.prices() },
      Scene(name: "OutlineView, with check boxes") { try Self.toppings() },
      Scene(name: "PreferencesView") { PreferencesView(try editedStore(EditedPreferences())) },
      Scene(name: "PreferencesView, together") {
        PreferencesView(try editedStore(EditedPreferences()), applying: .together)
      },
    ]
  }

  private struct Line: Identifiable {
    var id: String
    init(_ id: String) { self.id = id }
  }

  private static func posts() throws -> TableView<Line> {
    try TableView(
      [
        Line("See **the** [page](https://example.org/1) of what is *told* in more words than fit"),
        Line("Nothing here"),
      ],
      cell: CellDefinition(
        .row(
          .column(.rich("words", lines: 3), .pictures("photos", size: 32, most: 2)),
          .button("reply", style: "flat")),
        .rich("words", onLink: { _, _ in }) { RichText(markdown: $0.id) },
        .pictures("photos", open: { _, _ in }) { line in
          line.id.count < 20
            ? [] : (1...3).map { SlotPicture(file: "/none/\($0).png", label: "Duck \($0)") }
        },
        .button("reply", icon: "mail-reply-sender-symbolic", title: { _ in "Reply" }) { _ in })
    ).accessibleLabel("Posts")
  }

  private static func prices() throws -> TableView<Line> {
    try TableView(
      ["Carp", "Eel", "A fish whose name is longer than a column is wide"].map(Line.init),
      TableDefinition(columns: [
        TableColumn("name", title: "Name"),
        TableColumn("price", title: "Price", alignment: .end, width: 80),
      ]),
      .text("name") { $0.id }, .text("price") { "\($0.id.count) €" }.sorted { $0.id.count }
    ).sortable().resizable().selection(.multiple).movable().deletable().insertable { _ in
      Line("New")
    }
    .accessibleLabel("Prices")
  }

  private static func toppings() throws -> OutlineView<String> {
    let outline = Outline {
      Section("Vegetables", open: true) {
        Section("Left half", open: true) {
          "Onions"
          "Mushrooms, and more of them than fit into one line"
        }
        Section("Right half") { "Olives" }
      }
      Section("Cheese") { "Gouda" }
    }
    let view = OutlineView(outline).checkBoxes().pinnedSections(perLevel: true)
    view.changeSelection { outline in
      var leaf = outline.child(0, of: nil)
      while let below = leaf.flatMap({ outline.child(0, of: $0) }) { leaf = below }
      return leaf.flatMap { outline.setSelected($0, true) }
    }
    return view.pageHeader(Label("Choose what you like").wrapping()).accessibleLabel("Toppings")
  }
}
