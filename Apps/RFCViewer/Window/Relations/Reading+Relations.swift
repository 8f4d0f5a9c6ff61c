internal import Hikidashi
internal import RFCKit

/// What is done with an RFC in menus: shown elsewhere, compared, cited.
extension Reading {
  static func historyName(_ library: RFCLibrary) -> String {
    library.directory.map { "history of \($0)" } ?? "history"
  }

  /// Forgets what a window that has gone has left, so that another of its number begins anew.
  static func forget(_ library: RFCLibrary, in state: StateStore) {
    state.kept(historyName(library), default: History<Place>()).value = History()
    state.kept("words in the list", default: "").value = ""
  }

  /// Opens an RFC in another window, or compares it.
  @MenuBuilder
  func elsewhere(_ entry: RFCEntry) -> [Menu] {
    if let openWindow {
      Action("open-window", title: tr("Open in New Window")) { openWindow(entry.number) }
    }
    if let openBeside {
      Action("open-beside", title: tr("Open Beside")) { openBeside(entry.number) }
    }
    comparing(entry)
  }

  /// A line for each document with which one compares an RFC.
  @MenuBuilder
  func comparing(_ entry: RFCEntry) -> [Menu] {
    if let compare {
      for other in others(than: entry) {
        Action("compare-\(other)", title: tr("Compare with RFC {}", other)) {
          compare(entry.number, other)
        }
      }
    }
  }

  /// What has replaced an RFC, what it has replaced, and what is read.
  private func others(than entry: RFCEntry) -> [Int] {
    var others = (entry.obsoletedBy + entry.obsoletes).filter(\.isRFC).map(\.number)
    if let number, number > 0 { others.append(number) }
    var seen: Set = [entry.number]
    return Array(others.filter { seen.insert($0).inserted }.prefix(6))
  }

  /// The forms in which an RFC is cited.
  @MenuBuilder
  func citations(of entry: RFCEntry) -> [Menu] {
    Action("cite-plain", title: tr("Plain Text")) { Clipboard.copy(entry.plainCitation) }
    Action("cite-bibtex", title: tr("BibTeX")) { Clipboard.copy(entry.bibTeX) }
    Action("cite-xml", title: tr("xml2rfc")) { Clipboard.copy(entry.xmlCitation) }
  }

  /// The address of the section that is read, at the RFC Editor; nil where it has no number.
  var sectionAddress: String? {
    guard let number, number > 0, let section = pane.panel.subject?.section(at: pane.top)
    else { return nil }
    return section.address(in: number)
  }
}

extension DocumentSection {
  /// The address of the section at the RFC Editor; nil where it has no number.
  func address(in number: Int) -> String? {
    guard let name = heading.number?.split(whereSeparator: \.isWhitespace).last else { return nil }
    let isAppendix = name.first?.isLetter ?? false
    return "https://www.rfc-editor.org/rfc/rfc\(number).html#"
      + (isAppendix ? "appendix-" : "section-") + name
  }
}
