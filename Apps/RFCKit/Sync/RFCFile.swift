public import FoundationEssentials
import HikidashiLoading

/// A file that mirrors have.
public enum RFCFile: Sendable, Hashable {
  case index
  /// The index as XML, which has keywords and abstracts, too.
  case xmlIndex
  /// The feed of new RFCs.
  case feed
  /// The errata of all RFCs.
  case errata
  case document(Int)

  /// What a mirror may have beside the index and documents; it may do without.
  public static let extras: [RFCFile] = [.feed, .errata, .xmlIndex]

  /// What it is called in a folder.
  public var name: String {
    switch self {
    case .index: "rfc-index.txt"
    case .xmlIndex: "rfc-index.xml"
    case .feed: "rfcrss.xml"
    case .errata: "errata.json"
    case .document(let number): "rfc\(number).txt"
    }
  }

  /// More bytes than any such file has by far, as the longest document has 1.6 MB; a mirror that sends
  /// more sends something else. As many downloads as there are at once take this memory.
  var mostBytes: Int {
    switch self {
    case .index: 64 << 20
    case .xmlIndex: 128 << 20
    case .feed: 16 << 20
    case .errata: 128 << 20
    case .document: 8 << 20
    }
  }
}

extension RFCMirror {
  /// Where a file is on the mirror.
  public func address(of file: RFCFile) -> URL {
    switch file {
    case .index: index
    case .xmlIndex: xmlIndex
    case .feed: feed
    case .errata: errata
    case .document(let number): document(number)
    }
  }

  /// The same as people read it.
  func text(of file: RFCFile) -> String { LoadTarget.url(address(of: file)).description }
}
