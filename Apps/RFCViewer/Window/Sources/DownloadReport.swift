internal import Hikidashi
internal import RFCKit

/// What came of a download, told in a window: how many documents, and which did not come and why.
@MainActor
struct DownloadReport {
  private let wish: LibraryDownload.Wish
  private let status: RFCSyncStatus

  init(_ wish: LibraryDownload.Wish, _ status: RFCSyncStatus) {
    (self.wish, self.status) = (wish, status)
  }

  /// Shows it: briefly where all is well, else until somebody has seen it.
  ///
  /// - Parameter retry: Begins the same download again.
  func show(in window: Window?, retry: @escaping @MainActor @Sendable () -> Void) {
    guard let window else { return }
    guard status.hasGaps else {
      window.show(Toast(summary))
      return
    }
    var banner = Banner(summary, button: tr("Details")) { [weak window] in
      guard let window else { return }
      Task { await showDetails(in: window, retry: retry) }
    }
    banner.options.key = "download"
    banner.options.duplicates = .replaced
    window.show(banner)
  }

  private func showDetails(
    in window: Window, retry: @escaping @MainActor @Sendable () -> Void
  ) async {
    let alert = Alert(
      tr("Some RFCs weren’t downloaded"), message: details,
      choices: [.ok, Choice(tr("_Try Again"), id: "again")])
    if let choice = try? await window.present(alert), choice.id == "again" { retry() }
  }

  /// How many came, and how many did not, in a line.
  var summary: String {
    let came = status.new + status.changed
    guard status.hasGaps else {
      return trn("{} document downloaded", "{} documents downloaded", came, Self.text(came))
    }
    var parts = [tr("{} of {} downloaded", Self.text(came), Self.text(status.total))]
    if status.missing > 0 {
      parts.append(
        trn(
          "{} is not on this server", "{} are not on this server", status.missing,
          Self.text(status.missing)))
    }
    if status.failed > 0 {
      parts.append(trn("{} failed", "{} failed", status.failed, Self.text(status.failed)))
    }
    return parts.joined(separator: "; ")
  }

  /// Which documents did not come, and why.
  var details: String {
    var lines: [String] = []
    if !status.missingNumbers.isEmpty {
      lines.append(tr("Not on this server: RFC {}.", Self.ranges(status.missingNumbers)))
    }
    // Most of many have failed alike.
    var failures: [(why: String, numbers: [Int])] = []
    for failure in status.failures {
      let why = failure.error.description
      if let place = failures.firstIndex(where: { $0.why == why }) {
        failures[place].numbers.append(failure.number)
      } else {
        failures.append((why, [failure.number]))
      }
    }
    lines += failures.map { tr("RFC {}: {}", Self.ranges($0.numbers), $0.why) }
    return lines.joined(separator: "\n")
  }

  private static func text(_ count: Int) -> String { RFCList.text(count: count) }

  /// `1, 3–5`.
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = ranges.last, number <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map {
      $0.count == 1 ? String($0.lowerBound) : "\($0.lowerBound)–\($0.upperBound)"
    }.joined(separator: ", ")
  }
}

extension RFCSyncStatus {
  /// Whether documents that were wanted did not come.
  var hasGaps: Bool { missing + failed > 0 }
}
