internal import CICU

extension StringProtocol {
  /// How many columns of a terminal, or of a fixed-width face, the text takes: two for a Chinese or
  /// Japanese character, none for a mark that stands on the one before it (UAX #11).
  ///
  /// - Complexity: O(*n*) in its scalars.
  package var columnCount: Int {
    unicodeScalars.reduce(0) { $0 + Int(hk_columns($1.value)) }
  }
}
