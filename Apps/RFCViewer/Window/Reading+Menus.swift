internal import Hikidashi
internal import RFCKit

/// The context menus.
extension Reading {
  /// What can be done with the sections of the list.
  @MenuBuilder
  static var listMenu: [Menu] {
    Menu.item(tr("Open All Sections"), action: "win.open-all")
    Menu.item(tr("Close All Sections"), action: "win.close-all")
  }

  /// What can be done with an RFC of the list.
  @MenuBuilder
  func menu(of entry: RFCEntry) -> [Menu] {
    if entry.isIssued {
      Action("open", title: tr("Open")) { self.read(entry.number) }
      elsewhere(entry)
      Menu.separator
      citing(entry)
    }
  }

  /// What can be done over a document: with the RFC that a link leads to, else with the one shown.
  func menu(link: String?) -> [Menu] {
    guard let link else {
      return number.flatMap { index[$0] }.map { comparing($0) + citing($0) } ?? []
    }
    guard case .rfc(let number, _)? = ReaderLink(link), let entry = index[number] else { return [] }
    return elsewhere(entry) + citing(entry, isLink: true)
  }

  /// - Parameter isLink: Whether the menu copies the link already, which is the address.
  @MenuBuilder
  private func citing(_ entry: RFCEntry, isLink: Bool = false) -> [Menu] {
    // The guide is on this machine alone.
    if entry.number > 0 {
      let name = tr("RFC {}", entry.number)
      Action("copy-name", title: tr("Copy “{}”", name)) { Clipboard.copy(name) }
      if !isLink {
        Action("copy-address", title: tr("Copy Address")) { Clipboard.copy(entry.address) }
      }
      if !isLink, entry.number == number, let section = sectionAddress {
        Action("copy-section", title: tr("Copy Section Link")) { Clipboard.copy(section) }
      }
      Menu.submenu(tr("Copy Citation")) { citations(of: entry) }
      Action("browse", title: tr("Open in Browser")) {
        try await Desktop.open(link: entry.address)
      }
    }
  }
}
