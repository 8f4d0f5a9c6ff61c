internal import Hikidashi
internal import Observation
internal import RFCKit

/// What a document says one must, should and may do, as a list that is filtered, copied and saved.
@Observable @MainActor
final class RequirementsPage: PanelPage {
  let id = "requirements"
  /// Those of the document; nil while it is read.
  private var found: [RFCRequirement]?
  private var level: RFCRequirement.Level?
  @ObservationIgnored private var subject: ShownDocument?
  private let go: PlacesPage.Go
  @ObservationIgnored private(set) lazy var places = PlacesPage(
    id, tr("Requirements"), go: go
  ) { [weak self] in await self?.find(in: $0) ?? [] }
  @ObservationIgnored private(set) lazy var part: Part = Stack(.vertical, spacing: 0) {
    Stack(.horizontal, spacing: 6) {
      DropDown([tr("All levels")] + RFCRequirement.Level.allCases.map(\.title), label: tr("Level"))
      {
        [weak self] in self?.show(level: $0 > 0 ? RFCRequirement.Level.allCases[$0 - 1] : nil)
      }.expand(.horizontal)
      MenuButton(icon: "document-send-symbolic", label: tr("Export")) { [weak self] in
        Action("copy-markdown", title: tr("Copy as Markdown")) { self?.copy(isTable: false) }
        Action("copy-tsv", title: tr("Copy as a Table (TSV)")) { self?.copy(isTable: true) }
        Action("save-markdown", title: tr("Save as Markdown…")) {
          try await self?.save(isTable: false)
        }
        Action("save-tsv", title: tr("Save as a Table (TSV)…")) {
          try await self?.save(isTable: true)
        }
      }
    }.margin(6)
    Label { [weak self] in self?.count ?? "" }
      .styleClass("caption", "dim-label").expand(.horizontal).margin(6)
    places.table
  }

  init(_ go: @escaping PlacesPage.Go) { self.go = go }

  func show(_ subject: ShownDocument, in index: RFCIndex) {
    if subject.number != self.subject?.number { found = nil }
    self.subject = subject
    places.show(subject, in: index)
  }

  func focus() { places.focus() }

  private func find(in subject: ShownDocument) async -> [PlaceRow] {
    let found = await offMainThread { subject.document.requirements(subject.layout) }
    guard !Task.isCancelled else { return [] }
    self.found = found
    sayWhyEmpty()
    return rows
  }

  /// Shows the sentences of one level; nil shows all.
  func show(level: RFCRequirement.Level?) {
    self.level = level
    guard found != nil else { return }
    sayWhyEmpty()
    places.table.merge(rows)
  }

  private func sayWhyEmpty() {
    if found?.isEmpty ?? true {
      places.table.whenEmpty(
        tr("No requirements"),
        details: tr("No sentence of this document has a word of RFC 2119 in capitals."))
    } else {
      places.table.whenEmpty(tr("None of this level"), icon: "edit-find-symbolic")
    }
  }

  /// The sentences of the level, whatever words are typed to find some of them.
  var chosen: [RFCRequirement] {
    guard let level else { return found ?? [] }
    return (found ?? []).filter { $0.levels.contains(level) }
  }

  private var count: String {
    guard found != nil else { return "" }
    let number = chosen.count
    return trn("{} sentence", "{} sentences", number, RFCList.text(count: number))
  }

  /// A row for each that is shown: the section and the words of its level, over the sentence.
  private var rows: [PlaceRow] {
    chosen.map { requirement in
      let section = requirement.section?.heading.number.map { $0 + "  " } ?? ""
      return PlaceRow(
        id: requirement.span.scalars.lowerBound, range: requirement.span.scalars,
        head: section + requirement.keywords.map(\.rawValue).joined(separator: ", "),
        words: requirement.sentence)
    }
  }

  private func text(isTable: Bool) -> String {
    isTable ? chosen.tsv : chosen.markdown(of: subject?.document.title ?? "")
  }

  func copy(isTable: Bool) {
    Clipboard.copy(text(isTable: isTable))
    part.window?.show(Toast(tr("Requirements copied")))
  }

  private func save(isTable: Bool) async throws {
    guard let window = part.window, let subject else { return }
    let text = text(isTable: isTable)
    let file = "rfc\(subject.number)-requirements." + (isTable ? "tsv" : "md")
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
