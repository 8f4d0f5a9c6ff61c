import Foundation
import TestSupport
import Testing

/// Programs that are wrong as a newcomer's are: the compiler says so at their own line and column, and in
/// our words where its own would not help.
struct WrongProgramsTests {
  private static let programs: [(name: String, complaint: String, text: String)] = [
    (
      "a text among parts", "parts are shown here: write Label",
      """
      @MainActor func first() -> Part {
        Stack {
          Label("First")
          ◆"second"
        }
      }
      """
    ),
    (
      "a text that may be missing, within a long closure", "must be unwrapped",
      """
      @MainActor func second(_ path: String?) -> Part {
        Stack {
          Label("First")
          Label(◆path)
          Button("Third") {}
          Stack { If(path == nil) { Label("Fourth") } }
        }
      }
      """
    ),
    (
      "a statement among parts", "has no member 'onAply'",
      """
      @MainActor func third() -> Part {
        Stack {
          let form = Form { TextEntry("Name") }
          form.◆onAply = { print("applied") }
          form
        }
      }
      """
    ),
    (
      "a part in place of a window", "an app shows windows",
      """
      @MainActor func app() -> App {
        App(id: "org.example.Wrong") { ◆Label("Hello") }
      }
      """
    ),
    (
      "an action among parts", "a part shows it",
      """
      @MainActor func fourth() -> Part {
        Stack { ◆Action("new", title: "New") {} }
      }
      """
    ),
    (
      "parts that come and go where nothing can", "write Stack { … } around it",
      """
      @MainActor func window(_ isOpen: Bool) -> Window {
        Window("Shop") { ◆If(isOpen) { Label("Open") } }
      }
      """
    ),
    (
      "a text in a form", "parts are shown here: write Label",
      """
      @MainActor func form() -> Form {
        Form {
          TextEntry("Name")
          ◆"a hint"
        }
      }
      """
    ),
    (
      "a name of another toolkit", "renamed to 'append(_:)'",
      """
      @MainActor func fill(_ stack: Stack) { stack.◆add(Label("One")) }
      """
    ),
  ]

  @Test func theCompilerSaysWhatIsWrongAndWhere() throws {
    let folder = try ScratchFolder()
    var expected: [String] = []
    for (number, program) in Self.programs.enumerated() {
      let text = "import Hikidashi\n" + program.text
      let file = "wrong\(number).swift"
      let before = try #require(text.range(of: "◆")).lowerBound
      let lines = text[..<before].split(separator: "\n", omittingEmptySubsequences: false)
      expected.append("\(file):\(lines.count):\((lines.last?.count ?? 0) + 1): error: ")
      try folder.write(text.replacing("◆", with: ""), to: file)
    }
    let errors = try TypeCheck.errors(in: Self.programs.indices.map { "wrong\($0).swift" }, folder)
    for (place, program) in zip(expected, Self.programs) {
      let found = errors.filter { $0.contains(place) }
      #expect(
        found.contains { $0.contains(program.complaint) },
        "\(program.name): \(place)\n\(errors.joined(separator: "\n"))")
    }
    #expect(errors.count == expected.count, "\(errors.joined(separator: "\n"))")
  }

  /// The page that a newcomer begins with.
  @Test func theProgramsOfThePageAreRight() throws {
    let page = Checkout.root.appendingPathComponent("Documentation.docc/Following.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let programs = text.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.1) }
    #expect(programs.count == 3)
    let folder = try ScratchFolder()
    try folder.write(try #require(programs.first), to: "main.swift")
    try folder.write(
      """
      import Hikidashi

      struct Settings: PreferenceGroup { let loud = Preference("loud", default: true) }

      @MainActor func parts(
        _ title: Field<String>, _ number: RecordNumber, _ cards: RecordStore,
        _ settings: Settings, _ store: PreferenceStore, _ schema: Schema, _ place: StoreDestination
      ) -> Part {
        Stack {
          \(programs.dropFirst().joined(separator: "\n    "))
        }
      }
      """, to: "parts.swift")
    let errors = try TypeCheck.errors(in: ["main.swift", "parts.swift"], folder)
    #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
  }
}
