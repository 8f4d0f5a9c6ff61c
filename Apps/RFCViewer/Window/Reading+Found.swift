internal import Hikidashi
internal import RFCKit

/// What was found leads to documents.
extension Reading {
  /// Has the rows of what was found do as those of the list do.
  func connectFound() {
    let found = list.found
    found.view.onSelect = { [weak self] row in
      guard let self, let target = list.found.target(of: row.item) else { return }
      openFromList(target.number, byte: target.byte)
    }
    found.view.onClick = { [weak self] row in
      guard let self else { return }
      if case .more = row.item { list.found.showMore() }
      if list.found.target(of: row.item) != nil { onRead?() }
    }
    found.view.onActivate = { [weak self] row in
      guard let self else { return }
      if case .more = row.item { list.found.showMore() }
      guard let target = list.found.target(of: row.item) else { return }
      read(target.number, at: target.byte)
    }
    found.view.onSpace = { [weak self] row, isForward in
      guard let self, !row.isSection, hasText else { return false }
      pane.reader.scrollByPage(forward: isForward)
      return true
    }
    found.view.rowMenu { [weak self] row in
      guard let self else { return [] }
      return list.found.target(of: row.item).flatMap { index[$0.number] }.map(menu(of:)) ?? []
    }
    list.search.onSubmit = { [weak self] _ in self?.openFirst() }
  }

  /// Opens what was found first; where that can only be in the texts, when they are searched.
  private func openFirst() {
    if let target = list.chooseFirst() { return follow(target) }
    Task {
      await list.texts?.answered()
      if let target = list.chooseFirst() { follow(target) }
    }
  }

  private func follow(_ target: FoundList.Target) { read(target.number, at: target.byte) }
}
