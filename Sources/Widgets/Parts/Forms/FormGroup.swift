internal import CHikidashiGTK

/// A group of inputs of a form under one heading.
///
/// ```swift
/// FormGroup("Address") {
///   street
///   If(isAbroad.value) { country }
/// }
/// ```
///
/// ``If`` and ``ForEach`` in it stand for rows that come and go.
@MainActor
public struct FormGroup {
  /// The heading; nil for a group without one.
  public var title: String?
  private let content: Content<Part>

  /// Creates a group, with a heading or without.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - content: The inputs, each in a row with its label, and other parts, each in a row of its own.
  public init(_ title: String? = nil, @ContentBuilder<Part> _ content: () -> Content<Part>) {
    self.init(title, content())
  }

  init(_ title: String? = nil, _ content: Content<Part>) {
    (self.title, self.content) = (title, content)
  }

  /// What stands in the rows of some groups, with their headings.
  static func rows(of groups: [FormGroup]) -> Content<Part> {
    var rows = Content<Part>()
    for group in groups {
      if let title = group.title {
        let heading = Label(title).styleClass("heading")
        if !rows.nodes.isEmpty, let native = heading.native {
          gtk_widget_set_margin_top(native, 12)
        }
        rows.nodes.append(.fixed(heading))
      }
      rows.nodes += group.content.nodes
    }
    return rows
  }
}

/// A result builder that collects the groups, inputs and other parts in a closure.
@MainActor
@resultBuilder
public enum FormBuilder {
  /// Returns a single group as a list.
  public static func buildExpression(_ group: FormGroup) -> [FormGroup] { [group] }
  /// Returns several groups as they are.
  public static func buildExpression(_ groups: [FormGroup]) -> [FormGroup] { groups }
  /// Returns a part as a group without a heading.
  public static func buildExpression(_ part: Part) -> [FormGroup] {
    [FormGroup(nil, ContentBuilder.buildExpression(part))]
  }
  /// Returns an optional part as a group without a heading: with it, or none.
  public static func buildExpression(_ part: Part?) -> [FormGroup] {
    part.map { [FormGroup(nil, ContentBuilder.buildExpression($0))] } ?? []
  }
  /// Returns parts as a group without a heading.
  public static func buildExpression(_ parts: [Part]) -> [FormGroup] {
    [FormGroup(nil, ContentBuilder.buildExpression(parts))]
  }
  /// Returns parts that come and go as a group without a heading.
  public static func buildExpression(_ condition: If<Part>) -> [FormGroup] {
    [FormGroup(nil, ContentBuilder.buildExpression(condition))]
  }
  /// Returns parts that come and go as a group without a heading.
  public static func buildExpression(_ elements: ForEach<Part>) -> [FormGroup] {
    [FormGroup(nil, ContentBuilder.buildExpression(elements))]
  }
  /// Unavailable: a text is shown by a label.
  @available(*, unavailable, message: "parts are shown here: write Label(\"…\") around the text")
  public static func buildExpression(_ text: String) -> [FormGroup] { [] }
  /// Returns no group for a statement.
  public static func buildExpression(_ nothing: Void) -> [FormGroup] { [] }
  /// Joins the groups of a block.
  public static func buildBlock(_ groups: [FormGroup]...) -> [FormGroup] { groups.flatMap { $0 } }
  /// Returns the groups of an `if` without `else`, or none.
  public static func buildOptional(_ groups: [FormGroup]?) -> [FormGroup] { groups ?? [] }
  /// Returns the groups of the first branch.
  public static func buildEither(first groups: [FormGroup]) -> [FormGroup] { groups }
  /// Returns the groups of the second branch.
  public static func buildEither(second groups: [FormGroup]) -> [FormGroup] { groups }
  /// Joins the groups of a loop.
  public static func buildArray(_ groups: [[FormGroup]]) -> [FormGroup] { groups.flatMap { $0 } }
}
