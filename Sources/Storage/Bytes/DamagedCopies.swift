/// The names that what is damaged is kept under, beside its own: `cards.db.damaged`, and where that is
/// taken `cards.db.damaged-2`, `cards.db.damaged-3` …
enum DamagedCopies {
  static func names(of text: String) -> some Sequence<String> {
    (1...).lazy.map { text + ".damaged" + ($0 == 1 ? "" : "-\($0)") }
  }
}

extension ByteStorage {
  /// Keeps damaged bytes under another name, which has not been used, so that somebody may yet mend
  /// them; bytes that are kept already are not kept twice.
  package func setAside(
    _ bytes: [UInt8], of name: StorageName
  ) throws(StorageError) -> StorageName {
    for text in DamagedCopies.names(of: name.text) {
      let copy = try StorageName(text)
      if try !exists(copy) {
        try write(bytes, to: copy)
        return copy
      }
      if try read(copy) == bytes { return copy }
    }
    return name
  }
}
