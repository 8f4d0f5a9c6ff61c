extension RecordOrder {
  /// The order by keys whose fields are the schema's.
  ///
  /// A field with a reading is ordered by that where it has one, by itself among equal ones; the
  /// field's own collation decides for both.
  init(_ keys: [SortKey], schema: Schema) {
    self.init(
      keys: keys.map { key in
        Key(
          field: schema.requiredIndex(of: key.definition),
          reading: key.definition.reading.flatMap { name in
            schema.fields.firstIndex { $0.name == name }
          },
          isDescending: key.isDescending, nullsFirst: key.nullsComeFirst,
          collator: key.definition.type == .string
            ? Collator.shared(for: key.definition.collation) : nil)
      })
  }
}
