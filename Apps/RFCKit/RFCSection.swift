/// A heading and the entries under it.
public struct RFCSection: Sendable, Hashable {
  /// What the entries of a section have in common.
  public enum Key: Sendable, Hashable {
    /// The first year of a decade.
    case decade(Int)
    case undated
    case status(RFCStatus)
    /// The name of a stream; nil where it is not known.
    case stream(String?)
    /// The short name of an area; nil for none.
    case area(String?)
    /// The short name of a working group; nil for none.
    case workingGroup(String?)
    /// The name of an author; nil for none.
    case author(String?)
    /// A number in another series; nil for none.
    case series(DocumentReference?)
    /// Whether another has replaced them.
    case obsolete(Bool)
    /// Whether their text is on this machine.
    case here(Bool)
    /// Whether there is a bookmark in them.
    case bookmarked(Bool)
    /// Whether they were read.
    case read(Bool)
    case notIssued
  }

  public var key: Key
  /// Positions in the list that was divided, ascending.
  public var positions: [Int]

  public init(key: Key, positions: [Int]) {
    self.key = key
    self.positions = positions
  }

  /// The heading, in the reader's language.
  public var title: String {
    switch key {
    case .decade(let year): tr("{}s", year)
    case .undated: tr("No date")
    case .status(let status): status.title
    case .stream(let name): name.map(Self.title(ofStream:)) ?? tr("Stream not known")
    case .area(let name): name.map(Self.title(ofArea:)) ?? tr("No area")
    case .workingGroup(let name): name ?? tr("No working group")
    case .author(let name): name ?? tr("No author")
    case .series(let reference): reference.map { "\($0)" } ?? tr("In no other series")
    case .obsolete(let isTrue): isTrue ? tr("Obsolete") : tr("Current")
    case .here(let isTrue): isTrue ? tr("On this computer") : tr("Not on this computer")
    case .bookmarked(let isTrue): isTrue ? tr("Bookmarked") : tr("Without a bookmark")
    case .read(let isTrue): isTrue ? tr("Read") : tr("Not read yet")
    case .notIssued: tr("Not issued")
    }
  }

  private static func title(ofStream name: String) -> String {
    switch name.uppercased() {
    case "INDEPENDENT": tr("Independent")
    case "LEGACY": tr("Before there were streams")
    case "EDITORIAL": tr("Editorial stream")
    default: name
    }
  }

  private static func title(ofArea name: String) -> String {
    let names = [
      "app": tr("Applications"), "art": tr("Applications and real time"), "gen": tr("General"),
      "int": tr("Internet"), "ops": tr("Operations and management"),
      "rai": tr("Real-time applications"), "rtg": tr("Routing"), "sec": tr("Security"),
      "tsv": tr("Transport"), "wit": tr("Web and Internet transport"),
    ]
    return names[name.lowercased()].map { "\($0) (\(name))" } ?? name
  }
}

extension RFCSection: Identifiable {
  /// A name of the section that stays the same from one run to the next: `decade-1990`.
  public var id: String {
    switch key {
    case .decade(let year): "decade-\(year)"
    case .undated: "undated"
    case .status(let status): "status-\(status.printed)"
    case .stream(let name): "stream-\(name ?? "")"
    case .area(let name): "area-\(name ?? "")"
    case .workingGroup(let name): "group-\(name ?? "")"
    case .author(let name): "author-\(name ?? "")"
    case .series(let reference): "series-\(reference.map { "\($0)" } ?? "")"
    case .obsolete(let isTrue): "obsolete-\(isTrue)"
    case .here(let isTrue): "here-\(isTrue)"
    case .bookmarked(let isTrue): "bookmarked-\(isTrue)"
    case .read(let isTrue): "read-\(isTrue)"
    case .notIssued: "not-issued"
    }
  }
}

extension RFCSection.Key: Comparable {
  public static func < (left: RFCSection.Key, right: RFCSection.Key) -> Bool {
    left.rank < right.rank
  }

  /// Of one grouping, whose sections alone are ever compared.
  var rank: (Int, String, Int, String) {
    switch self {
    case .decade(let year): (0, "", year, "")
    case .status(.other(let text)): (1, "", RFCStatus.known.count, text)
    case .status(let status): (1, "", RFCStatus.known.firstIndex(of: status) ?? 0, "")
    case .stream(let name), .area(let name), .workingGroup(let name):
      (name == nil ? 2 : 1, name?.lowercased() ?? "", 0, name ?? "")
    case .author(let name):
      (name == nil ? 2 : 1, name.map(Self.surnameFirst) ?? "", 0, name ?? "")
    case .series(let reference?): (1, reference.series, reference.number, "")
    case .series(nil): (2, "", 0, "")
    case .obsolete(let isTrue): (isTrue ? 2 : 1, "", 0, "")
    case .here(let isTrue), .bookmarked(let isTrue), .read(let isTrue):
      (isTrue ? 1 : 2, "", 0, "")
    case .undated: (2, "", 0, "")
    case .notIssued: (3, "", 0, "")
    }
  }

  /// `S. Crocker` stands under C.
  private static func surnameFirst(_ name: String) -> String {
    (RFCAuthor(name: name).person?.lastName ?? name).lowercased()
  }
}
