internal import Observation
internal import RFCKit

/// The ways to divide the list that are offered: those that tell entries apart by what is known of them.
@Observable @MainActor
final class GroupingChoice {
  /// In the order in which they are offered.
  private(set) var offered: [RFCGrouping]
  /// The one that is chosen, which is offered in any case.
  var current: RFCGrouping {
    didSet { if !offered.contains(current) { offered = ordered([current] + offered) } }
  }

  init(_ current: RFCGrouping) {
    self.current = current
    offered = []
    offer(known: [:], hasBookmarks: false)
  }

  func offer(known details: [Int: RFCDetails], hasBookmarks: Bool) {
    let now = RFCGrouping.allCases.filter { grouping in
      grouping == current
        || grouping.isTold(by: details) && (grouping != .bookmarked || hasBookmarks)
    }
    if now != offered { offered = now }
  }

  private func ordered(_ groupings: [RFCGrouping]) -> [RFCGrouping] {
    RFCGrouping.allCases.filter(groupings.contains)
  }
}

extension RFCGrouping {
  /// Whether it needs more than the plain index.
  var isOfDetails: Bool { self == .stream || self == .area || self == .workingGroup }

  /// What people read.
  var title: String {
    switch self {
    case .decade: tr("By decade")
    case .status: tr("By status")
    case .stream: tr("By stream")
    case .area: tr("By area")
    case .workingGroup: tr("By working group")
    case .author: tr("By author")
    case .series: tr("By series")
    case .standing: tr("Current and obsolete")
    case .here: tr("On this computer")
    case .bookmarked: tr("With a bookmark")
    case .read: tr("Read and not read")
    }
  }
}
