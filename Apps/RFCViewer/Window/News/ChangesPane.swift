internal import Hikidashi
internal import Observation
internal import RFCKit

/// What happened between two dates of the index.
@Observable @MainActor
final class ChangesPane {
  /// The path of an older index that was chosen instead of one that is kept.
  private var file: String?
  @ObservationIgnored private var from: RFCDate?
  /// Nil for the index of today.
  @ObservationIgnored private var to: RFCDate?
  @ObservationIgnored private let comparing = LatestTask()
  private let news: WhatIsNew
  /// The dates of the indexes that are kept, the newest first.
  private let dates: [RFCDate]
  let view = ChangesTable()
  @ObservationIgnored private(set) lazy var part = makePart()

  init(_ news: WhatIsNew) {
    self.news = news
    let (created, seen) = (news.index.created, news.archive?.seen)
    dates = (news.archive?.dates ?? []).filter { $0 != created }
    from = dates.first { $0 == seen } ?? dates.first
    view.onSelect = { news.open($0) }
    view.onActivate = { news.read($0) }
    compare()
  }

  /// Waits until what was asked for is shown.
  func settled() async { await comparing.settled() }

  private func makePart() -> Stack {
    let file = Button(icon: "document-open-symbolic", label: tr("Compare with an older index …")) {
      [weak self] in Task { await self?.chooseFile() }
    }.styleClass("flat")
    return Stack(.vertical, spacing: 0) {
      Stack(.horizontal, spacing: 6) {
        choosers
        file
      }.margin(6)
      Label { [weak self] in tr("Compared with {}", self?.file ?? "") }
        .ellipsized().styleClass("caption", "dim-label").margin(6)
        .visible { [weak self] in self?.file != nil }
      view.part
    }
  }

  /// From one date to another; without any there is nothing to choose.
  private var choosers: Part {
    let names = dates.map(\.words)
    let from = DropDown(names, label: tr("From")) { [weak self] place in
      guard let self else { return }
      (self.from, file) = (dates[place], nil)
      compare()
    }
    from.chosen = self.from.flatMap { dates.firstIndex(of: $0) }
    let to = DropDown([tr("Today")] + names, label: tr("To")) { [weak self] place in
      guard let self else { return }
      self.to = place > 0 ? dates[place - 1] : nil
      compare()
    }
    return Stack(.horizontal, spacing: 6) {
      from
      Label("–")
      to
    }.visible(!dates.isEmpty)
  }

  private func chooseFile() async {
    guard let window = part.window else { return }
    let dialog = FileOpen(
      tr("Choose an older index"), filters: [FileFilter(tr("Indexes"), patterns: ["*.txt"])])
    guard let path = try? await window.present(dialog).first else { return }
    do throws(RFCLibraryError) {
      let bytes = try FileReader.read(path)
      do throws(RFCIndexError) {
        compare(with: try RFCIndex(parsing: bytes))
        file = path
      } catch {
        throw .index(path: path, error)
      }
    } catch {
      let alert = Alert(tr("That is no index"), message: error.description.asSentence)
      _ = try? await window.present(alert)
    }
  }

  /// Reads both indexes and finds what is different, off the main thread.
  ///
  /// - Parameter old: The older one, where it is none of those that are kept.
  private func compare(with old: RFCIndex? = nil) {
    let (archive, from, to, today) = (news.archive, from, to, news.index)
    comparing.compute { () -> (RFCIndexChanges, RFCIndex)? in
      let old = old ?? from.flatMap { archive?.index(of: $0) }
      let new = to.flatMap { archive?.index(of: $0) } ?? today
      return old.map { (new.changes(since: $0), new) }
    } then: { [view] in
      if let found = $0 { view.show(found.0, in: found.1) } else { view.showNothingToCompare() }
    }
  }
}
