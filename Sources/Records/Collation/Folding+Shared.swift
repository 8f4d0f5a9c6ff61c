internal import Support

/// Foldings by what they fold.
///
/// There are at most eight; each fills a table as it is used, which is worth keeping for all fields
/// and searches of the process. It is guarded.
private let made = Guarded<[FoldingKind: Folding]>([:])

private struct FoldingKind: Hashable {
  let kana: Collation.Kana
  let accents: Collation.Accents
  let isTurkic: Bool
}

extension Folding {
  /// The folding of a localized collation; nil for the binary one.
  static func shared(for collation: Collation) -> Folding? {
    guard case .localized(let locale, let kana, let accents, _) = collation else { return nil }
    let language = LocaleName.icu(locale).prefix { $0 != "_" && $0 != "@" }
    let kind = FoldingKind(
      kana: kana, accents: accents, isTurkic: language == "tr" || language == "az")
    return made.withLock { made in
      if let found = made[kind] { return found }
      let folding = Folding(kana: kind.kana, accents: kind.accents, isTurkic: kind.isTurkic)
      made[kind] = folding
      return folding
    }
  }
}
