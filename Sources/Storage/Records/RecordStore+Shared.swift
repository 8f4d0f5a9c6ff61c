public import Records

extension RecordStore: SharedRecords {
  public func change(
    _ name: String, _ body: @escaping @Sendable (inout RecordTable) throws -> Void
  ) async throws {
    try await edit(name, body)
  }

  public func takeBack() async throws -> Bool { try await undo() }

  public func makeAgain() async throws -> Bool { try await redo() }
}
