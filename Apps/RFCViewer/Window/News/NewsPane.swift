internal import Hikidashi
internal import RFCKit

/// The news as a timeline, the newest first.
@MainActor
final class NewsPane {
  let part: TableView<RFCNews.Item>

  init(_ news: WhatIsNew) {
    let cells = Cells<RFCNews.Item> {
      NewsCell()
    } bind: { cell, row in
      cell.show(row.item, isUnread: news.isUnread(row.item))
    }
    part = TableView(
      { [weak news] in news?.items ?? [] }, cells: cells
    ) { Self.name($0, isUnread: news.isUnread($0)) }
    .accessibleLabel(tr("News")).announcingNewRows(at: .top)
    .whenEmpty(
      tr("No news"), icon: "application-rss+xml-symbolic",
      details: tr("New RFCs appear here after the next update."))
    part.onSelect = { row in
      news.markRead(row.item)
      if let number = row.item.number { news.open(number) }
    }
    part.onActivate = { row in
      if let number = row.item.number { news.read(number) }
    }
    part.rowMenu { row in
      [
        Menu.item(
          Action("browse", title: tr("Open in Browser")) {
            if let address = row.item.address { try await Desktop.open(link: address) }
          })
      ]
    }
  }

  private static func name(_ item: RFCNews.Item, isUnread: Bool) -> String {
    let name = [item.number.map { tr("RFC {}", $0) }, item.title].compactMap { $0 }
      .joined(separator: ": ")
    return isUnread ? tr("{}, unread", name) : name
  }
}

/// A row of the news: what came out and when, over the beginning of its abstract.
private final class NewsCell: Stack {
  private let mark = Label("●").styleClass("caption", "accent")
    .align(vertical: .start).minimumSize(width: 14)
  private let title = Label().wrapping().styleClass("heading").expand(.horizontal)
  private let facts = Label().ellipsized().styleClass("caption", "dim-label").expand(.horizontal)
  private let summary = Label().wrapping().expand(.horizontal)
  /// As much of an abstract as says what it is about.
  private static let longestSummary = 280

  init() {
    super.init(
      .horizontal, spacing: 4,
      [mark, Stack(.vertical, spacing: 2, [title, facts, summary]).expand(.horizontal)])
    margin(8)
  }

  func show(_ item: RFCNews.Item, isUnread: Bool) {
    mark.text = isUnread ? "●" : ""
    title.text = item.title
    facts.text = [item.number.map { tr("RFC {}", $0) }, item.date?.words].compactMap { $0 }
      .joined(separator: " · ")
    summary.isVisible = item.summary != nil
    summary.text = item.summary.map(Self.beginning) ?? ""
  }

  private static func beginning(of text: String) -> String {
    let first = text.prefix { $0 != "\n" }
    guard first.count > longestSummary else { return String(first) }
    let cut = first.prefix(longestSummary)
    return cut[..<(cut.lastIndex(of: " ") ?? cut.endIndex)] + " …"
  }
}
