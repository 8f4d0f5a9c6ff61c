internal import Hikidashi
internal import RFCKit

/// What a document says one must, should and may do, as a list that is filtered, copied and saved.
@MainActor
final class RequirementsPage: PanelPage {
  let id = "requirements"
  let part: Part
  let view: OutlineView<Int>
  /// Called with the place of a sentence that a person looks at, and whether they go there for good.
  var onGo: (@MainActor (_ range: Range<Int>, _ isVisit: Bool) -> Void)?
  private let content = Content()
  private let count = Label().styleClass("caption", "dim-label").expand(.horizontal)
  private(set) var level: RFCRequirement.Level?
  private var name = ""
  private var number = 0
  private let reading = LatestTask()

  @MainActor
  private final class Content {
    var found: [RFCRequirement] = []
    var isRead = false

    func text(_ position: Int) -> String {
      guard found.indices.contains(position) else { return "" }
      return words(position) + ": " + found[position].sentence
    }

    func words(_ position: Int) -> String {
      let section = found[position].section?.heading.number.map { $0 + "  " } ?? ""
      return section + found[position].keywords.map(\.rawValue).joined(separator: ", ")
    }
  }

  init() {
    let content = content
    var style = TableStyle.standard
    style.alignsText = false
    view = OutlineView(
      Outline(), text: { content.text($0) },
      cells: Cells {
        WordsCell()
      } bind: { cell, row in
        guard content.found.indices.contains(row.item) else { return }
        let sentence = content.found[row.item].sentence
        let isLong = sentence.count > 300
        cell.show(
          content.words(row.item), isLong ? String(sentence.prefix(300)) + "…" : sentence)
      }
    )
    .accessibleLabel(tr("Requirements")).style(style)
    .whenNothingMatches(tr("None of this level"))
    var choose: (@MainActor (Int) -> Void)?
    var actions: [@MainActor () async throws -> Void] = []
    let levels = DropDown(
      [tr("All levels")] + RFCRequirement.Level.allCases.map(\.title), label: tr("Level")
    ) { choose?($0) }
    let button = MenuButton(icon: "document-send-symbolic", label: tr("Export")) {
      Action("copy-markdown", title: tr("Copy as Markdown")) { try await actions[0]() }
      Action("copy-tsv", title: tr("Copy as a Table (TSV)")) { try await actions[1]() }
      Action("save-markdown", title: tr("Save as Markdown…")) { try await actions[2]() }
      Action("save-tsv", title: tr("Save as a Table (TSV)…")) { try await actions[3]() }
    }
    part = Stack(
      .vertical, spacing: 0,
      [
        Stack(.horizontal, spacing: 6, [levels.expand(.horizontal), button]).margin(6),
        count.margin(6), view,
      ])
    choose = { [weak self] chosen in
      self?.show(level: chosen > 0 ? RFCRequirement.Level.allCases[chosen - 1] : nil)
    }
    actions = [
      { [weak self] in self?.copy(isTable: false) }, { [weak self] in self?.copy(isTable: true) },
      { [weak self] in try await self?.save(isTable: false) },
      { [weak self] in try await self?.save(isTable: true) },
    ]
    view.onSelect = { [weak self] in self?.go($0.item, isVisit: false) }
    view.onClick = { [weak self] in self?.go($0.item, isVisit: true) }
    view.onActivate = { [weak self] in self?.go($0.item, isVisit: true) }
    view.rowMenu { [weak self] row in
      if let self, self.content.found.indices.contains(row.item) {
        let sentence = self.content.found[row.item].sentence
        Action("copy", title: tr("Copy Sentence")) { Clipboard.copy(sentence) }
      }
    }
  }

  func show(_ subject: ShownDocument, in index: RFCIndex) {
    (name, number) = (subject.document.title, subject.number)
    content.found = []
    view.update(Outline())
    view.whenEmpty(tr("Reading the sentences …"))
    count.text = ""
    let (document, layout) = (subject.document, subject.layout)
    reading.compute {
      document.requirements(layout)
    } then: { [weak self] in
      self?.show($0)
    }
  }

  /// Waits until the sentences are shown.
  func settled() async { await reading.settled() }

  private func show(_ found: [RFCRequirement]) {
    content.found = found
    var assembler = Outline<Int>.Assembler(capacity: found.count)
    for position in found.indices {
      assembler.add(position, id: NodeID(rawValue: UInt64(position) + 1))
    }
    view.whenEmpty(
      tr("No requirements"),
      details: tr("No sentence of this document has a word of RFC 2119 in capitals."))
    view.update((try? assembler.finish()) ?? Outline())
    show(level: level)
  }

  /// Shows the sentences of one level; nil shows all.
  func show(level: RFCRequirement.Level?) {
    self.level = level
    let found = content.found
    view.change { outline in
      guard let level else { return outline.setFilter(nil) }
      return outline.setFilter { _, position in
        found.indices.contains(position) && found[position].levels.contains(level)
      }
    }
    let number = chosen.count
    count.text = trn("{} sentence", "{} sentences", number, RFCList.text(count: number))
  }

  /// The sentences that are shown.
  var chosen: [RFCRequirement] {
    guard let level else { return content.found }
    return content.found.filter { $0.levels.contains(level) }
  }

  private func go(_ position: Int, isVisit: Bool) {
    guard content.found.indices.contains(position) else { return }
    onGo?(content.found[position].span.scalars, isVisit)
  }

  private func text(isTable: Bool) -> String {
    isTable ? chosen.tsv : chosen.markdown(of: name)
  }

  func copy(isTable: Bool) {
    Clipboard.copy(text(isTable: isTable))
    part.window?.show(Toast(tr("Requirements copied")))
  }

  private func save(isTable: Bool) async throws {
    guard let window = part.window else { return }
    let text = text(isTable: isTable)
    let file = "rfc\(number)-requirements." + (isTable ? "tsv" : "md")
    let dialog = FileSave(tr("Save Requirements"), name: file)
    guard let path = try? await window.present(dialog) else { return }
    try await TextFile.write(text, to: path)
  }
}

extension RFCRequirement.Level {
  /// The words of the level, as RFC 2119 has them.
  fileprivate var title: String {
    switch self {
    case .must: "MUST, SHALL, REQUIRED"
    case .should: "SHOULD, RECOMMENDED"
    case .may: "MAY, OPTIONAL"
    }
  }
}

/// A row of a page: a few strong words over a text of several lines.
@MainActor
final class WordsCell: Stack {
  private let head = Label().ellipsized().styleClass("caption-heading")
  private let words = Label().wrapping()

  init() {
    wordsSheet.install()
    super.init(.vertical, spacing: 1, [head, words])
    styleClass("rfc-words")
  }

  func show(_ head: String, _ words: String) {
    self.head.text = head
    self.words.text = words
  }
}

private let wordsSheet = StyleSheet("rfc-words", css: ".rfc-words { padding: 5px 0; }")
