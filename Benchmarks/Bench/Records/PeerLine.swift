import Foundation

/// What a peer in Python says on one line.
enum PeerLine: Equatable, Sendable {
  /// Memory after loading, in bytes.
  case loaded(peer: String, version: String, bytes: Int)
  case measured(Result)

  struct Result: Equatable, Sendable, Decodable {
    var peer: String
    var note: String
    var row: RecordsWork
    var ms: [Double]
    var check: String
    /// The file of a sort's result.
    var order: String?
  }

  private struct Loaded: Decodable {
    var peer: String
    var version: String
    var bytes: Int
  }

  /// Reads a line; throws ``RecordsFailure/badLine(peer:line:)``.
  init(_ line: String, of peer: String) throws(RecordsFailure) {
    let data = Data(line.utf8)
    if let result = try? JSONDecoder().decode(Result.self, from: data), !result.ms.isEmpty {
      self = .measured(result)
    } else if let loaded = try? JSONDecoder().decode(Loaded.self, from: data) {
      self = .loaded(peer: loaded.peer, version: loaded.version, bytes: loaded.bytes)
    } else {
      throw .badLine(peer: peer, line: line)
    }
  }
}
