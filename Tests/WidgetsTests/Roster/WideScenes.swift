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
      Scene(name: "PreferencesView") { PreferencesView(try editedStore(EditedPreferences())) },
      Scene(name: "PreferencesView, together") {
        PreferencesView(try editedStore(EditedPreferences()), applying: .together)
      },
    ]
  }
}
