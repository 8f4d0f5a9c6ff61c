import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
  /// What a reader copies must be what is built and shown in the picture.
  @Test(arguments: ["README.md", "README.ja.md"])
  func theExampleIsTheProgram(name: String) throws {
    let readme = try String(
      contentsOf: Checkout.root.appendingPathComponent(name), encoding: .utf8)
    let program = try String(
      contentsOf: Checkout.root.appendingPathComponent("Apps/Animals/main.swift"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(program)```"))
    #expect(program.split(separator: "\n").count <= 15)
  }

  /// The examples of these pages are tests of this package.
  @Test(arguments: [
    ("WidgetTesting.md", "WidgetsTests/CounterTests.swift"),
    ("Localization.md", "LocalizationTests/BookshelfTests.swift"),
    ("Records.md", "RecordsTests/CardsTests.swift"),
    ("Presentation.md", "PresentationTests/QuestionsTests.swift"),
    ("Presentation.md", "PresentationTests/ChosenCardsTests.swift"),
    ("Loading.md", "LoadingTests/FetchingTests.swift"),
    ("Storage.md", "StorageTests/KeptCardsTests.swift"),
    ("Forms.md", "WidgetsTests/Forms/GuestBookTests.swift"),
    ("Dialogs.md", "WidgetsTests/Presentation/ShelfTests.swift"),
    ("Drawing.md", "WidgetsTests/Drawing/SeatsTests.swift"),
    ("Trees.md", "WidgetsTests/Tables/CabinetTests.swift"),
    ("Menus.md", "WidgetsTests/Menus/EditorTests.swift"),
    ("Desktop.md", "WidgetsTests/Desktop/HandoutTests.swift"),
    ("ComingBack.md", "WidgetsTests/Keeping/ComingBackTests.swift"),
  ])
  func theExampleOnThePageIsRun(page: String, test: String) throws {
    let page = try String(
      contentsOf: Checkout.root.appendingPathComponent("Documentation.docc/\(page)"),
      encoding: .utf8)
    let test = try String(
      contentsOf: Checkout.root.appendingPathComponent("Tests/\(test)"), encoding: .utf8)
    #expect(page.contains("```swift\n\(test)```"))
  }

  @Test(arguments: ["README.md", "README.ja.md", "CONTRIBUTING.md"])
  func filesThatAreNamedAreThere(name: String) throws {
    let text = try String(contentsOf: Checkout.root.appendingPathComponent(name), encoding: .utf8)
    for match in text.matches(of: /\]\(([A-Za-z][^):]*)\)/) {
      let path = Checkout.root.appendingPathComponent(String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(match.1) in \(name)")
    }
  }
}
