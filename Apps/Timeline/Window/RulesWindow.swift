internal import FoundationEssentials
internal import Hikidashi
internal import HikidashiRecords
internal import TimelineKit

/// The rules of a reader, with what each would do, and the smart lists.
@MainActor
final class RulesWindow {
  private let reader: Reader
  private weak var window: Window?

  init(_ reader: Reader) { self.reader = reader }

  func present(over parent: Window?) {
    if let window { return window.present() }
    let window = Window(tr("Rules and Lists"), name: "rules", width: 640, height: 480) {
      Tabs {
        Tab(tr("Rules"), isClosable: false) { rules }
        Tab(tr("Lists"), isClosable: false) { lists }
      }
    }
    self.window = window
    App.current?.show(window)
  }

  private var rules: RecordsView {
    let reader = reader
    let view = RecordsView(
      reader.store.rules,
      columns: [
        FieldColumn(RuleFields.title), FieldColumn(RuleFields.action),
        FieldColumn(RuleFields.query), FieldColumn(RuleFields.isOn),
      ]
    ).form { item in
      Self.name(item, RuleFields.id)
      if item.record == nil { try? item.fill(RuleFields.action, with: .mute) }
      return Form {
        TextEntry(tr("_Title"), rules: [.required]).bind(item[RuleFields.title])
        DropDown(tr("_Action"), TimelineRule.Action.allCases).bind(item[RuleFields.action])
        TextEntry(tr("_Query"), placeholder: "football OR tags:soccer")
          .bind(item[RuleFields.query])
        Switch(tr("_On")).bind(item[RuleFields.isOn])
        // What it would do is told while it is written.
        self.preview {
          TimelineRule(
            id: item.value(of: RuleFields.id) ?? "", title: item.value(of: RuleFields.title) ?? "",
            action: item.value(of: RuleFields.action) ?? .mute,
            query: item.value(of: RuleFields.query) ?? "")
        }
      }
    }
    return view.whenEmpty(
      EmptyContent(
        tr("No rules yet"), icon: "edit-find-symbolic",
        details: tr("A rule hides, keeps or marks posts."),
        action: (tr("_Add Rule"), { [weak view] in view?.add() }))
    ).keeping("rules")
  }

  /// Tells what a rule would do, without keeping anybody from writing it.
  private func preview(_ rule: @escaping @MainActor () -> TimelineRule) -> Label {
    let (reader, latest) = (reader, LatestTask(.waiting))
    return Label().wrapping().styleClass("dim-label").follow(rule) { label, rule in
      latest.run {
        await reader.preview(of: rule)
      } then: {
        label.text = $0
      }
    }
  }

  private var lists: RecordsView {
    let view = RecordsView(
      reader.store.lists,
      columns: [FieldColumn(SmartListFields.title), FieldColumn(SmartListFields.query)]
    ).form { item in
      Self.name(item, SmartListFields.id)
      return Form { item.inputs(except: SmartListFields.id, SmartListFields.source) }
    }
    return view.whenEmpty(
      EmptyContent(
        tr("No lists yet"), icon: "view-list-symbolic",
        details: tr("A list has what a query finds, such as tags:gtk."),
        action: (tr("_Add List"), { [weak view] in view?.add() }))
    ).keeping("lists")
  }

  /// Gives a new record a name that no other has.
  private static func name(_ item: RecordEntry, _ id: Field<String>) {
    if item.record == nil { try? item.fill(id, with: UUID().uuidString) }
  }
}
