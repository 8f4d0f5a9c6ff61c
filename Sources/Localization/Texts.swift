/// The texts of a program in the reader's language.
///
/// Messages stand in the sources in English. Their translations are `.po` files of GNU gettext, which are
/// built into the program: there is nothing to install, and nothing to be missing.
///
/// ```swift
/// // Package.swift: resources: [.embedInCode("po/ja.po")]
/// let texts = Texts(["ja": PackageResources.ja_po])
/// let (tr, trn) = (texts.tr, texts.trn)
///
/// Label(tr("New item"))
/// Label(trn("{} item", "{} items", items.count, items.count))
/// ```
///
/// `scripts/translations` of this package gathers the messages of a program into its `.po` files, and finds
/// those that are not translated.
public struct Texts: Sendable {
  private let catalogue: Catalogue?

  /// Creates the texts of a program.
  ///
  /// - Parameters:
  ///   - catalogues: The content of each `.po` file, in UTF-8, by its language, such as `ja` or `pt_BR`.
  ///     They are not evaluated where no language is asked for.
  ///   - languages: The languages to look for, the preferred one first. A language without a catalogue is
  ///     passed over; if none has one, texts stay as they stand in the sources.
  /// - Complexity: O(*n*) in the length of the catalogue that is taken.
  public init(
    _ catalogues: @autoclosure () -> [String: [UInt8]],
    languages: [String] = ReaderLanguage.current
  ) {
    // A catalogue that is built into the program is copied where it is named.
    let catalogues = languages.isEmpty ? [:] : catalogues()
    self.init(languages: languages) { catalogues[$0] }
  }

  package init(
    languages: [String] = ReaderLanguage.current, _ catalogue: (_ language: String) -> [UInt8]?
  ) {
    for language in languages {
      guard let text = catalogue(language) else { continue }
      self.catalogue = Catalogue(po: text)
      return
    }
    self.catalogue = nil
  }

  /// Returns a message in the reader's language, with each `{}` replaced by the next argument.
  ///
  /// - Parameters:
  ///   - message: A literal without interpolation, so that `xgettext` finds it whole.
  ///   - arguments: What stands for each `{}`.
  /// - Complexity: O(1) in the number of messages.
  @Sendable
  public func tr(_ message: String, _ arguments: any CustomStringConvertible...) -> String {
    text(message, arguments)
  }

  /// Returns a message for a number of things in the reader's language.
  ///
  /// - Parameters:
  ///   - singular: The message for one thing, in English.
  ///   - plural: The message for any other number, in English.
  ///   - count: How many things there are. It is not an argument by itself.
  ///   - arguments: What stands for each `{}`.
  @Sendable
  public func trn(
    _ singular: String, _ plural: String, _ count: Int, _ arguments: any CustomStringConvertible...
  ) -> String {
    text(singular, plural, count, arguments)
  }

  package func text(_ message: String, _ arguments: [any CustomStringConvertible]) -> String {
    fill(catalogue?.text(of: message) ?? message, arguments)
  }

  package func text(
    _ singular: String, _ plural: String, _ count: Int, _ arguments: [any CustomStringConvertible]
  ) -> String {
    fill(
      catalogue?.text(of: singular, count: count) ?? (count == 1 ? singular : plural), arguments)
  }

  private func fill(_ template: String, _ arguments: [any CustomStringConvertible]) -> String {
    guard !arguments.isEmpty else { return template }
    var result = ""
    var rest = template[...]
    for argument in arguments {
      guard let hole = rest.firstRange(of: "{}") else { break }
      result += rest[..<hole.lowerBound] + argument.description
      rest = rest[hole.upperBound...]
    }
    return result + rest
  }
}
