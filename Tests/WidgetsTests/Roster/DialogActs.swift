import Foundation
import HikidashiPresentation

@testable import HikidashiWidgets

/// Everything that can be presented, but for what the desktop draws.
@MainActor
struct DialogActs {
  var all: [Act] { questions + messages }

  var questions: [Act] { asked + choosers }

  private var asked: [Act] {
    [
      Act(name: "Alert") {
        ActEnd(
          try $0.enqueue(
            Alert(
              "Delete 12 cards?", message: "They cannot be brought back.", details: "Carp\nEel",
              choices: [.cancel, .destructive("_Delete"), "_Keep a Copy"])))
      },
      Act(name: "Prompt") {
        ActEnd(
          try $0.enqueue(
            Prompt("Rename the shelf", message: "Its cards stay.", accept: "_Rename") {
              TextEntry("Name", value: "Fish", rules: [.required, .length(1...12)])
            }))
      },
      Act(name: "Modal") {
        ActEnd(
          try $0.enqueue(
            Modal<Int>("Rate it") { answer in
              Label("How many stars?")
              Stack(.horizontal) { Button.many(1...5) { answer($0) } }
            }))
      },
      Act(name: "Sheet", hasWindow: false) {
        ActEnd(
          try $0.enqueue(
            Sheet<Int>("How many cards?") { answer in
              Stack(.horizontal) { Button.many([1, 12, 100]) { answer($0) } }
            }))
      },
    ]
  }

  private var choosers: [Act] {
    [
      Act(name: "ListChooser") {
        ActEnd(try $0.enqueue(ListChooser("Encoding", ["UTF-8", "Shift_JIS", "EUC-JP"])))
      },
      Act(name: "ListChooser, long") {
        ActEnd(try $0.enqueue(ListChooser("Number", Array(1...12), selected: 4)))
      },
      Act(name: "DateChooser") {
        ActEnd(
          try $0.enqueue(DateChooser("Due on", value: Date(timeIntervalSince1970: 0))))
      },
      Act(name: "ColorChooser", normalize: .colors) {
        ActEnd(try $0.enqueue(ColorChooser("Colour", value: Color(0.2, 0.4, 0.6))))
      },
      Act(name: "FontChooser", normalize: .fonts) {
        ActEnd(try $0.enqueue(FontChooser("Font", value: Font("DejaVu Sans", size: 16))))
      },
      Act(name: "PictureChooser") {
        // The name of the folder is seen.
        let folder = FileManager.default.temporaryDirectory.path + "/hikidashi-roster/Album"
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        return ActEnd(try $0.enqueue(PictureChooser("Picture of the card", folder: folder)))
      },
    ]
  }

  var messages: [Act] {
    [
      Act(name: "ProgressDialog") {
        let report: @Sendable (ProgressReport) async throws -> Void = { report in
          report.fraction = 0.5
          report.text = "card 6 of 12"
          try await Task.sleep(for: .seconds(600))
        }
        return ActEnd(
          try $0.enqueue(
            ProgressDialog("Importing cards", message: "From the old box.", work: report)))
      },
      Act(name: "AboutWindow") {
        var about = AboutWindow("Cards", version: "1.2", developers: ["山田 花子"])
        about.comments = "Keeps cards in drawers."
        about.website = "https://example.org/cards"
        return ActEnd(try $0.enqueue(about))
      },
      Act(name: "ShortcutsWindow") { window in
        window.actions {
          Action("add", title: "New Card", shortcuts: "<Control>n") {}
          Action("find", title: "Find", shortcuts: "<Control>f") {}
        }
        return ActEnd(try window.enqueue(ShortcutsWindow()))
      },
      Act(name: "Toast", hasWindow: false, isEndedByProgram: true) {
        ActEnd(try $0.enqueue(Toast.undo("3 cards deleted") {}))
      },
      Act(name: "Banner", hasWindow: false, isEndedByProgram: true) {
        ActEnd(try $0.enqueue(Banner("Working offline", button: "_Try Again")))
      },
      Act(name: "DesktopNotice", hasWindow: false, isEndedByProgram: true) {
        ActEnd(try $0.enqueue(DesktopNotice("12 cards fetched", body: "The newest is on top.")))
      },
    ]
  }
}
