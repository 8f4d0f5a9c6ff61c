/// The look of a table: the measures of its rows, and its style sheet.
///
/// ```swift
/// OutlineView(animals, header: "動物").style(.slate)
/// var folders = TableStyle.standard
/// folders.openPicture = Picture(icon: "folder-open-symbolic")
/// folders.closedPicture = Picture(file: "closed.png")
/// ```
public struct TableStyle: Sendable, Hashable {
  /// The style class of the table, to which the style sheet refers.
  public var styleClass: String
  /// The style sheet.
  public var sheet: StyleSheet
  /// The indentation of each level, in pixels.
  public var indentation: Int
  /// The side length of a section's disclosure icon, in pixels.
  public var iconSize: Int
  /// Whether rows without an icon leave space for one, so that all texts are aligned. Trees need
  /// it; two levels of sections and rows do not.
  public var alignsText: Bool
  /// Whether selected rows have a check mark at their end instead of a tint.
  public var marksSelection: Bool
  /// What stands before a row that is open, in a square of ``iconSize``.
  public var openPicture: Picture
  /// What stands before a row that is closed.
  public var closedPicture: Picture
  /// Whether rows have check boxes; see ``OutlineView/checkBoxes()``.
  var hasCheckBoxes = false

  /// Creates a style.
  public init(
    styleClass: String, sheet: StyleSheet, indentation: Int, iconSize: Int, alignsText: Bool,
    marksSelection: Bool = false, openPicture: Picture = Picture(icon: "pan-down-symbolic"),
    closedPicture: Picture = Picture(icon: "pan-end-symbolic")
  ) {
    self.styleClass = styleClass
    self.sheet = sheet
    self.indentation = indentation
    self.iconSize = iconSize
    self.alignsText = alignsText
    self.marksSelection = marksSelection
    self.openPicture = openPicture
    self.closedPicture = closedPicture
  }

  /// What rows look like whose selection is told by a check mark.
  static let marks = StyleSheet(
    "table-marks",
    css: """
      .hk-list > row.hk-marks:selected { background-color: transparent; color: inherit; }
      .hk-list > row.hk-marks:selected:hover {
        background-color: alpha(currentColor, 0.07); color: inherit;
      }
      .hk-list > row.hk-marks:selected:active {
        background-color: alpha(currentColor, 0.16); color: inherit;
      }
      .hk-list > row.hk-marks .hk-check { color: @accent_color; }
      """)

  /// Adwaita's look, light or dark like the desktop.
  public static let standard = TableStyle(
    styleClass: "hk-standard",
    sheet: StyleSheet(
      "table-standard",
      css: """
        .hk-standard .hk-list { background: none; }
        .hk-standard .hk-list > row { padding: 0; margin: 0 6px; border-radius: 6px; }
        .hk-standard .hk-row { min-height: 34px; padding: 0 8px; }
        .hk-standard .hk-section { font-weight: bold; }
        .hk-standard .hk-section > image { opacity: 0.7; }
        .hk-standard .hk-some-selected { box-shadow: inset 3px 0 @accent_bg_color; }
        .hk-standard .hk-page-header {
          padding: 12px 14px 6px 14px; font-weight: bold; font-size: 1.2em;
        }
        .hk-standard .hk-column-header { padding: 6px 14px; }
        .hk-standard .hk-column-title { font-weight: bold; opacity: 0.75; }
        .hk-standard .hk-row .hk-slots { padding: 5px 0; }
        .hk-standard .hk-list progressbar > trough { min-width: 1px; }
        """),
    indentation: 14, iconSize: 16, alignsText: true)

  /// A dark tree table in classic style: rows of 50 pixels, sections on a blue-grey gradient.
  public static let slate = TableStyle(
    styleClass: "hk-slate",
    sheet: StyleSheet(
      "table-slate",
      css: """
        .hk-slate { background-color: rgb(19%, 22%, 29%); color: white; }
        .hk-slate .hk-list { background-color: rgb(19%, 22%, 29%); color: white; }
        .hk-slate .hk-list > row {
          padding: 0; margin: 0; border-radius: 0; background: none; color: white;
        }
        .hk-slate .hk-row, .hk-slate .hk-page-header {
          min-height: 50px; padding: 0 10px;
          font-family: Verdana, "DejaVu Sans", "Noto Sans CJK JP", sans-serif;
        }
        .hk-slate .hk-page-header {
          font-size: 14px; color: white; background-color: rgb(33.3%, 33.3%, 33.3%);
        }
        .hk-slate .hk-list progressbar > trough { min-width: 1px; }
        .hk-slate .hk-column-header {
          min-height: 30px; padding: 0 10px; font-size: 12px;
          background-color: rgb(33.3%, 33.3%, 33.3%);
        }
        .hk-slate .hk-section {
          font-size: 14px; padding-left: 5px;
          background: linear-gradient(to bottom, rgb(26%, 29%, 36%), rgb(22%, 25%, 32%));
        }
        .hk-slate .hk-cell { font-size: 12px; background-color: rgb(19%, 22%, 29%); }
        .hk-slate .hk-cell, .hk-slate .hk-page-header {
          box-shadow: inset 0 1px rgba(255, 255, 255, 0.5), inset 0 -1px rgba(0, 0, 0, 0.5);
        }
        .hk-slate .hk-some-selected { box-shadow: inset 3px 0 rgba(255, 255, 255, 0.5); }
        .hk-slate row:selected:not(.hk-marks) > .hk-cell { background-color: rgb(29%, 22%, 29%); }
        .hk-slate .hk-list > row.hk-marks .hk-check { color: white; }
        .hk-slate row:focus-visible { outline: 2px solid rgba(255, 255, 255, 0.6);
          outline-offset: -3px; }
        """),
    indentation: 20, iconSize: 10, alignsText: false)
}

/// The way in which clicks and keys select the rows of a table.
public enum SelectionStyle: Sendable, Hashable {
  /// Rows cannot be selected.
  case none
  /// One row at a time can be selected.
  case single
  /// Several rows can be selected, as on a desktop: a click selects one row, with Ctrl one more,
  /// with Shift a range.
  case multiple
  /// A click on a row selects or deselects it; other rows do not change.
  case toggle
}
