extension RecordTable {
  /// The records of a set that exist; all, if there is no set.
  ///
  /// Nil stands for every position below ``nextPosition``, which is cheaper to go through.
  func taken(_ numbers: RecordSet?) -> RecordSet? {
    if let numbers { return numbers.intersection(self.numbers) }
    return count == nextPosition ? nil : self.numbers
  }

  /// The positions of a column that take part, of all records or those of a set.
  func source<Chunk: ColumnChunk>(
    _ chunks: [Chunk], in numbers: RecordSet? = nil
  ) -> ColumnSource<Chunk> {
    ColumnSource(chunks: chunks, count: nextPosition, taken: taken(numbers))
  }

  /// How text of a field is compared; nil compares bytes.
  func collator(ofField index: Int) -> Collator? {
    schema.fields[index].type == .string
      ? Collator.shared(for: schema.fields[index].collation) : nil
  }
}
