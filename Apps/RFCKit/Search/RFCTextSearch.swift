import Glibc
internal import HikidashiStorage

/// Full-text search over the documents in a folder, offline, by section.
///
/// ```swift
/// let search = try RFCTextSearch(library, entries: index.entries)
/// try await search.update { print($0.done, "of", $0.total) }
/// for hit in try search.hits("\"congestion window\" initial").hits {
///   print(hit.number, hit.section ?? "", hit.sectionTitle, hit.snippet.text)
/// }
/// ```
///
/// The texts are those of the folder; of the words an index is kept, about a third of their size, in the
/// user's folder for caches. It can be searched while it is made.
public final class RFCTextSearch: Sendable {
  /// What is known of each RFC from the index of RFCs.
  private let entries: [Int: RFCEntry]
  private let directory: String
  private let index: TextIndex

  /// Opens the index of a library's documents.
  ///
  /// - Parameters:
  ///   - library: The library, which must be a folder.
  ///   - entries: The index of RFCs, of which titles and what is obsolete are used.
  ///   - path: Where the full-text index is kept; nil for the user's folder for caches.
  /// - Throws: ``RFCTextSearchError``
  public init(
    _ library: RFCLibrary, entries: [RFCEntry], path: String? = nil
  ) throws(RFCTextSearchError) {
    guard let directory = library.directory else { throw .noFolder }
    guard let path = path ?? Self.userPath(for: directory) else { throw .noHome }
    self.directory = directory
    self.entries = Dictionary(entries.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
    do { index = try TextIndex(path, language: .english) } catch { throw .index(error) }
  }

  /// Where the index of a folder is kept for the user, as the XDG base directories have it; nil when the
  /// user has no home.
  public static func userPath(for directory: String) -> String? {
    let home = RFCFolder.path(in: "HOME").map { $0 + "/.cache" }
    guard let folder = RFCFolder.path(in: "XDG_CACHE_HOME") ?? home else { return nil }
    let whole = realpath(directory, nil)
    defer { free(whole) }
    let name = whole.map { String(cString: $0) } ?? directory
    let hash = Array(name.utf8).withUnsafeBytes { XXHash64.hash($0) }
    return folder + "/rfcviewer/text-" + String(hash, radix: 16) + ".db"
  }

  /// Finds the sections that match best what a person typed.
  ///
  /// Words, `"phrases"`, `-left-out` and `begin*` are what ``TextQuery`` makes of them; the small words of
  /// English are left out where there are others.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - limit: How many sections are returned at most.
  ///   - isTyping: Whether the last word may be the beginning of a longer one.
  ///   - isWanted: Whether an RFC may be found; asked once for each that has hits.
  /// - Throws: ``RFCTextSearchError/index(_:)``
  /// - Complexity: some milliseconds for a rare word, some tens for a common one in 9,800 documents.
  public func hits(
    _ text: String, limit: Int = 20, isTyping: Bool = false,
    where isWanted: (_ number: Int) -> Bool = { _ in true }
  ) throws(RFCTextSearchError) -> RFCTextHits {
    let query = SearchWords.query(text, isTyping: isTyping)
    let found: TextHits
    do {
      found = try index.search(
        query, limit: SearchRanking.candidates(limit), weights: SearchRanking.weights
      ) { key in
        guard let number = Int(key), isWanted(number) else { return 0 }
        return SearchRanking.scale(entries[number])
      }
    } catch {
      throw .index(error)
    }
    var texts = SectionTexts(directory)
    let hits = found.hits.compactMap { hit -> RFCTextHit? in
      let label = SectionLabel(hit.label)
      guard let number = Int(hit.key), let body = texts.body(hit.place, of: number, under: label)
      else { return nil }
      let snippet = index.snippet(of: body, for: query)
      let title = index.snippet(of: label.title, for: query)
      return RFCTextHit(
        number: number, section: label.number, sectionTitle: label.title, place: hit.place,
        snippet: snippet, score: hit.score * SearchRanking.scale(snippet, title: title),
        isComplete: hit.isComplete)
    }
    let ranked = hits.sorted { $0.score > $1.score }
    return RFCTextHits(
      hits: Array(ranked.prefix(limit)), completeCount: found.completeCount, count: found.count,
      isCut: found.isCut)
  }
}

// Following the folder.
extension RFCTextSearch {
  /// Changes when documents are divided in another way.
  private static let division = 1

  /// Brings the index up to what is in the folder: adds new documents, replaces changed ones and removes
  /// those that are gone.
  ///
  /// What was added stays when it is cancelled or killed; the next call goes on from there. A document
  /// that cannot be read is left out until it can.
  ///
  /// - Parameter progress: Is told how far it is, after every few documents.
  /// - Throws: ``RFCTextSearchError``; `CancellationError`.
  /// - Complexity: O(*n*) in files where nothing is new; some 20 MB of text in a second.
  public func update(
    _ progress: @Sendable (RFCTextProgress) -> Void = { _ in }
  ) async throws {
    let documents = try DocumentListing(directory).documents
    let known = try known()
    let keys = Set(documents.map { String($0.number) })
    let gone = known.keys.filter { !keys.contains($0) }
    if !gone.isEmpty { try put([], removing: gone) }
    let news = documents.filter { known[String($0.number)] != version($0) }
    var status = RFCTextProgress(done: documents.count - news.count, total: documents.count)
    progress(status)
    var batches = Self.batches(news)[...]
    guard let first = batches.popFirst() else { return }
    var next = await divided(first)
    while true {
      let current = next
      // One is divided while the one before it is written.
      async let following = divided(batches.popFirst() ?? [])
      try put(current.texts)
      status.done += current.count
      progress(status)
      next = await following
      try Task.checkCancellation()
      if next.count == 0 { break }
    }
    if news.count > 200 { try merge() }
  }

  private func known() throws(RFCTextSearchError) -> [String: String] {
    do {
      let usage = try index.usage()
      if usage.leftBehind > usage.passages, usage.leftBehind > 10_000 { try index.removeAll() }
      return try index.versions()
    } catch {
      throw .index(error)
    }
  }

  private func put(
    _ texts: [IndexedText], removing keys: [String] = []
  ) throws(RFCTextSearchError) {
    do { try index.put(texts, removing: keys) } catch { throw .index(error) }
  }

  private func merge() throws(RFCTextSearchError) {
    do { try index.merge() } catch { throw .index(error) }
  }

  /// Several megabytes each, so that a transaction is worth while.
  private static func batches(_ documents: [DocumentListing.Document]) -> [[DocumentListing
    .Document]]
  {
    var batches: [[DocumentListing.Document]] = []
    var size = Int.max
    for document in documents {
      if size > 8 << 20 {
        batches.append([])
        size = 0
      }
      batches[batches.count - 1].append(document)
      size += document.size
    }
    return batches
  }

  /// What a document is in the index as; a title is a part of it, as it is searched, too.
  private func version(_ document: DocumentListing.Document) -> String {
    let title = Array(title(document.number).utf8).withUnsafeBytes { XXHash64.hash($0) }
    return "\(Self.division)-\(document.state)-\(String(title, radix: 36))"
  }

  private func title(_ number: Int) -> String {
    "RFC \(number) " + (entries[number]?.title ?? "")
  }

  @concurrent
  private func divided(
    _ documents: [DocumentListing.Document]
  ) async -> (count: Int, texts: [IndexedText]) {
    let texts = documents.compactMap { document -> IndexedText? in
      let path = "\(directory)/rfc\(document.number).txt"
      guard let bytes = try? FileReader.read(path) else { return nil }
      return IndexedText(
        key: String(document.number), version: version(document), title: title(document.number),
        passages: SectionDivision(RFCDocument(bytes)).passages)
    }
    return (documents.count, texts)
  }
}
