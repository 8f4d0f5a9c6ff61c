/// How the text of a document is set.
public enum RFCTextForm: String, Sendable, Hashable, CaseIterable, Codable {
  /// As it was published, page after page.
  case original
  /// Line by line as it was published, without what is there only because paper has pages.
  case unpaged
  /// In lines as long as there is room for; figures, tables and code stay as they are.
  case reflowed
}
