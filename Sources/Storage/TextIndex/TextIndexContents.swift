/// What a ``TextIndex`` knows of its documents and passages while it searches: who owns a row, how long
/// it is and what it weighs. It is read once, and what was committed since is added.
///
/// Places are read when a passage is a hit.
struct TextIndexContents {
  struct Document {
    var id: Int
    var key: String
    var first: Int
    var count: Int
  }

  /// By ascending id; one that was removed stays until everything is read anew.
  private(set) var documents: [Document] = []
  /// The position of the document of each row; -1 for a row of none.
  private(set) var owners: [Int32] = []
  private(set) var lengths: [UInt16] = []
  private(set) var weights: [UInt8] = []
  /// The sum of the lengths, and the number, of passages that belong to a document.
  private var totalLength = 0
  private(set) var passageCount = 0
  private(set) var documentCount = 0
  private var version: Int?

  /// Whether there are rows that belong to no document; the first never does.
  var hasGaps: Bool { passageCount + 1 < owners.count }

  /// The mean length of a passage.
  var meanLength: Double { max(1, Double(totalLength) / Double(max(1, passageCount))) }

  /// The position of the document with an id, if it is there.
  func position(ofDocument id: Int) -> Int? {
    var (low, high) = (0, documents.count)
    while low < high {
      let middle = (low + high) / 2
      if documents[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < documents.count, documents[low].id == id, documents[low].count >= 0 else {
      return nil
    }
    return low
  }

  /// Reads what others committed; to be called in a transaction.
  ///
  /// - Complexity: O(1) where nothing was; else O(*d* + *p*) in documents and in new passages.
  mutating func refresh(_ session: SQLiteSession) throws(SQLiteError) {
    let current = try session.dataVersion()
    guard current != version else { return }
    let ids = try identifiers(session)
    // First, as rows are given anew when everything was removed.
    drop(except: ids)
    try add(after: documents.last?.id ?? 0, session)
    version = current
  }

  private func identifiers(_ session: SQLiteSession) throws(SQLiteError) -> Set<Int> {
    let select = try session.statement("SELECT id FROM document")
    defer { select.reset() }
    var ids: Set<Int> = []
    while try select.step() { ids.insert(select.int(0)) }
    return ids
  }

  private mutating func drop(except ids: Set<Int>) {
    guard documentCount > 0 else { return }
    for position in documents.indices where documents[position].count >= 0 {
      let document = documents[position]
      guard !ids.contains(document.id) else { continue }
      for row in document.first..<document.first + document.count {
        owners[row] = -1
        totalLength -= Int(lengths[row])
      }
      passageCount -= document.count
      documentCount -= 1
      documents[position].count = -1
    }
  }

  private mutating func add(after id: Int, _ session: SQLiteSession) throws(SQLiteError) {
    let select = try session.statement(
      "SELECT id, key, first, passages FROM document WHERE id > ? ORDER BY id")
    defer { select.reset() }
    try select.bind(id, at: 0)
    let end = min(try session.int("SELECT next FROM state"), 1 << 28)
    while try select.step() {
      let blob = select.blob(unowned: 3)
      let document = Document(
        id: select.int(0), key: select.string(1), first: select.int(2),
        count: StoredPassages.count(blob))
      // A file may be damaged where SQLite does not see it.
      guard document.first >= 0, document.first <= end - document.count else { continue }
      add(document, blob)
    }
  }

  private mutating func add(_ document: Document, _ blob: UnsafeRawBufferPointer) {
    let end = document.first + document.count
    let missing = end - owners.count
    if missing > 0 {
      owners.append(contentsOf: repeatElement(-1, count: missing))
      lengths.append(contentsOf: repeatElement(0, count: missing))
      weights.append(contentsOf: repeatElement(0, count: missing))
    }
    for position in 0..<document.count {
      let row = document.first + position
      owners[row] = Int32(documents.count)
      lengths[row] = StoredPassages.length(blob, position)
      weights[row] = StoredPassages.weight(blob, position)
      totalLength += Int(lengths[row])
    }
    passageCount += document.count
    documentCount += 1
    documents.append(document)
  }
}
