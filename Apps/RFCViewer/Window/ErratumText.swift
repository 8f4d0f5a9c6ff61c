internal import Hikidashi
internal import RFCKit

/// How an erratum is told.
@MainActor
enum ErratumText {
  /// The status and the kind, what is wrong, what it should be, and why.
  static func parts(_ erratum: RFCErratum) -> [Part] {
    let facts = [
      tr("Erratum {}", String(erratum.id)), erratum.status.title, erratum.kind?.title ?? "",
      erratum.date,
    ]
    var parts: [Part] = [
      Label(facts.filter { !$0.isEmpty }.joined(separator: " · ")).wrapping(columns: 52)
        .styleClass("heading")
    ]
    func add(_ heading: String, _ text: String, isFixed: Bool) {
      let text = trimmed(text)
      guard !text.isEmpty else { return }
      parts.append(Label(heading).styleClass("caption-heading", "dim-label"))
      let label = Label(text).wrapping(columns: 56)
      parts.append(isFixed ? label.styleClass("monospace") : label)
    }
    add(tr("It says"), erratum.original, isFixed: true)
    add(tr("It should say"), erratum.corrected, isFixed: true)
    add(tr("Notes"), erratum.notes, isFixed: false)
    return parts
  }

  /// Without empty lines around it, and no further in than it must be; long ones are cut.
  private static func trimmed(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func isEmpty(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: { !isEmpty($0) }),
      let last = lines.lastIndex(where: { !isEmpty($0) })
    else { return "" }
    let body = lines[first...last]
    let indent = body.filter { !isEmpty($0) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let shown = body.prefix(40).map { $0.dropFirst(min(indent, $0.prefix { $0 == " " }.count)) }
    return shown.joined(separator: "\n") + (body.count > 40 ? "\n…" : "")
  }
}
