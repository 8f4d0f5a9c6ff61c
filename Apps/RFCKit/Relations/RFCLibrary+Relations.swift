import Dispatch
import Glibc
import Synchronization

extension RFCLibrary {
  /// The errata that lie in the library's folder, as a sync fetches them; nil where there are none.
  ///
  /// - Throws: ``RFCLibraryError`` where the file cannot be read.
  /// - Complexity: O(*n*) in the bytes, about 0.3 s for those of 2026.
  public func errata() throws(RFCLibraryError) -> RFCErrata? {
    guard let path = path(of: "errata.json") else { return nil }
    let bytes = try FileReader.read(path)
    do throws(RFCErrataError) { return try RFCErrata(parsing: bytes) } catch {
      throw .errata(path: path, error)
    }
  }

  /// Which documents name which others: by `citations.json` in the library's folder, or else by the
  /// documents in it.
  ///
  /// What was found in a document is kept in a file of the user's cache, and found anew where the
  /// document has another size or time.
  ///
  /// - Throws: ``RFCLibraryError`` where `citations.json` cannot be read.
  /// - Complexity: O(*n*) in the bytes of the documents that are new or changed.
  public func citations() throws(RFCLibraryError) -> RFCCitations {
    try citations { _ in true } ?? RFCCitations([:])
  }

  /// Which documents name which others, as ``citations()`` has it, unless it is told to stop. What was found
  /// until then is kept.
  ///
  /// - Parameter goesOn: Called from several threads, for each document that is read, with the share of the work
  ///   that is done, from 0 to 1; it returns false to stop.
  /// - Returns: nil where it was stopped.
  /// - Throws: ``RFCLibraryError`` where `citations.json` cannot be read.
  /// - Complexity: O(*n*) in the bytes of the documents that are new or changed.
  public func citations(
    while goesOn: @Sendable (_ done: Double) -> Bool
  ) throws(RFCLibraryError) -> RFCCitations? {
    guard let path = path(of: "citations.json") else { return documentCitations(while: goesOn) }
    let bytes = try FileReader.read(path)
    do throws(RFCCitationsError) { return try RFCCitations(parsing: bytes) } catch {
      throw .citations(path: path, error)
    }
  }

  /// The path of a file in the folder; nil where there is none.
  private func path(of name: String) -> String? {
    guard let path = directory.map({ $0 + "/" + name }), access(path, F_OK) == 0 else { return nil }
    return path
  }

  private func documentCitations(while goesOn: @Sendable (Double) -> Bool) -> RFCCitations? {
    guard let directory else { return RFCCitations([:]) }
    let cache = CitationCache(for: directory)
    let stamps = CitationCache.stamps(in: directory)
    var found = cache.found.filter { stamps[$0.key] == $0.value.stamp }
    let missing = stamps.keys.filter { found[$0] == nil }.sorted()
    let read = Mutex<[(Int, [RFCCitations.Citation])]>([])
    let hasStopped = Mutex(false)
    DispatchQueue.concurrentPerform(iterations: missing.count) { place in
      guard !hasStopped.withLock({ $0 }), let document = try? document(missing[place]) else {
        return
      }
      let citations = document.layout().citations
      let count = read.withLock {
        $0.append((missing[place], citations))
        return $0.count
      }
      if !goesOn(Double(count) / Double(missing.count)) { hasStopped.withLock { $0 = true } }
    }
    let new = read.withLock { $0 }
    for (number, citations) in new { found[number] = stamps[number].map { ($0, citations) } }
    if !new.isEmpty { cache.keep(found) }
    return hasStopped.withLock { $0 } ? nil : RFCCitations(found.mapValues(\.citations))
  }
}
