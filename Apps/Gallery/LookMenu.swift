import Hikidashi

/// The menu of how the whole gallery looks: its colours, the size and direction of text, its language.
@MainActor
struct LookMenu {
  private static let scales = [0.75, 1, 1.5, 2]
  private static let directions: [(title: String, direction: TextDirection)] = [
    (tr("Of the Language"), .system), (tr("Left to Right"), .leftToRight),
    (tr("Right to Left"), .rightToLeft),
  ]
  private static let languages = [(title: "English", code: "en"), (title: "日本語", code: "ja")]

  /// Returns the arguments of a start in another language.
  let arguments: @MainActor () -> [String]

  func makeButton() -> MenuButton {
    MenuButton(icon: "applications-graphics-symbolic", label: tr("Look")) {
      Menu.section(tr("Colours")) {
        Menu.choice(ColorScheme.allCases.map(\.preferenceTitle), chosen: 0) {
          App.current?.colorScheme = ColorScheme.allCases[$0]
        }
      }
      Menu.section(tr("Size of Text")) {
        Menu.choice(Self.scales.map { NumberFormat(isPercent: true).text($0) }, chosen: 1) {
          App.current?.textScale = Self.scales[$0]
        }
      }
      Menu.section(tr("Direction")) {
        Menu.choice(Self.directions.map(\.title), chosen: 0) {
          App.current?.textDirection = Self.directions[$0].direction
        }
      }
      Menu.section(tr("Language")) {
        Menu.choice(Self.languages.map(\.title), chosen: language) {
          App.current?.restart(arguments: arguments(), language: Self.languages[$0].code)
        }
      }
    }
  }

  /// The place of the language that is read now.
  private var language: Int {
    Self.languages.firstIndex { ReaderLanguage.current.first == $0.code } ?? 0
  }
}
