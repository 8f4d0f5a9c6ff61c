internal import Hikidashi
internal import RFCKit

// Where links lead.
extension Reading {
  /// Goes where a link leads.
  func open(_ link: ReaderLink) {
    switch link {
    case .rfc(let number, nil): open(number)
    case .rfc(let number, let section?): open(number, section: section)
    case .series(let reference):
      let members = index.members(of: reference)
      // Of several the one that is not replaced; its bar leads to the others.
      guard let entry = members.first(where: { !$0.isObsolete }) ?? members.first else {
        return browse(RFCEntry.address(of: reference))
      }
      open(entry.number)
    case .section, .listed, .page:
      if let place = pane.shown?.place(of: link) { go(to: place) }
    case .address(let address): browse(address)
    }
  }

  private func browse(_ address: String) {
    let window = pane.part.window
    Task {
      do throws(DesktopError) { try await Desktop.open(link: address) } catch {
        window?.show(Banner(error.description))
      }
    }
  }
}
