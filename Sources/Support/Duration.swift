extension Duration {
  /// The nearest time from zero to a hundred years, which can be added to any time without an overflow.
  package var bounded: Duration { min(max(.zero, self), .seconds(100 * 365 * 86_400)) }
}
