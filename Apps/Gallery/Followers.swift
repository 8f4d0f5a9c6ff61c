import Glibc
import Hikidashi

/// Follows the changes of stores for as long as a page is there.
@MainActor
final class Followers {
  private var tasks: [Task<Void, Never>] = []

  func follow(_ store: RecordStore, _ body: @escaping @MainActor (RecordTransaction) -> Void) {
    let changes = store.changes
    tasks.append(Task { for await change in changes { body(change) } })
  }

  isolated deinit {
    for task in tasks { task.cancel() }
  }
}

extension RecordTable {
  /// A row for each record, which keeps its selection when others change.
  var rows: Outline<Record> {
    var rows = Outline<Record>.Assembler(capacity: count)
    for number in numbers { rows.add(self[number], id: NodeID(rawValue: UInt64(number.rawValue))) }
    // Record numbers are unique, the only thing that could be wrong.
    return (try? rows.finish()) ?? Outline()
  }
}

/// A path as people write it, with `~` for their home.
func shortPath(_ path: String) -> String {
  guard let home = getenv("HOME").map({ String(cString: $0) }), !home.isEmpty,
    path.hasPrefix(home + "/")
  else {
    return path
  }
  return "~" + path.dropFirst(home.count)
}
