import FoundationEssentials
import Glibc
import HikidashiLoading

extension RFCLibrary {
  /// What is known of the RFCs beyond the plain index, by their numbers: by `rfc-index.xml` in the library's
  /// folder, or else by the `rfcN.json` in it. It is empty where there is neither.
  ///
  /// A file that cannot be read, or is damaged, is left out, from the place of the damage on: the list is
  /// useful without.
  ///
  /// - Complexity: O(*n*) in the bytes of the files, about 0.2 s for the index of 2026.
  public func details() -> [Int: RFCDetails] {
    guard let directory else { return [:] }
    if let bytes = try? FileReader.read(directory + "/rfc-index.xml") {
      return IndexDetails.read(bytes)
    }
    return EntryDetails.read(in: directory)
  }

  /// The numbers of the documents that the folder has.
  ///
  /// - Complexity: O(*n*) in the files of the folder.
  public func documentNumbers() -> Set<Int> {
    guard let directory else { return [] }
    return Set(FolderNumbers.numbers(in: directory, ending: ".txt"))
  }
}

/// Reads `rfc-index.xml`.
///
/// - Source: `https://www.rfc-editor.org/rfc-index.xsd`
private final class IndexDetails: XMLVisitor {
  private var found: [Int: RFCDetails] = [:]
  private var path: [String] = []
  private var text: [UInt8] = []
  private var number: Int?
  private var details = RFCDetails()
  private var paragraphs: [String] = []

  static func read(_ bytes: [UInt8]) -> [Int: RFCDetails] {
    let reader = IndexDetails()
    try? XMLReader.read(bytes, reader)
    return reader.found
  }

  func enter(_ name: String) {
    path.append(name)
    text.removeAll(keepingCapacity: true)
    if path.count == 2 { (number, details, paragraphs) = (nil, RFCDetails(), []) }
  }

  func take(_ text: UnsafeBufferPointer<UInt8>) {
    // Only what is directly in an entry, or a step below it, is of interest.
    if path.count > 2 { self.text.append(contentsOf: text) }
  }

  func leave(_ name: String) {
    if path.count == 2, name == "rfc-entry" {
      details.abstract = paragraphs.joined(separator: "\n\n")
      if let number { found[number] = details }
    } else if path.count > 2, path[1] == "rfc-entry" {
      takeValue(of: name, in: path[path.count - 2])
    }
    path.removeLast()
    text.removeAll(keepingCapacity: true)
  }

  private func takeValue(of name: String, in parent: String) {
    var value: String? {
      let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
    switch (parent, name) {
    case ("rfc-entry", "doc-id"): number = value.flatMap(RFCEntry.number)
    case ("rfc-entry", "stream"): details.stream = value
    case ("rfc-entry", "area"): details.area = value
    case ("rfc-entry", "wg_acronym"): details.workingGroup = value.flatMap(RFCDetails.group)
    case ("keywords", "kw"): if let value { details.keywords.append(value) }
    case ("abstract", "p"): if let value { paragraphs.append(value) }
    default: break
    }
  }
}

/// Reads the JSON that the RFC Editor has of each RFC.
///
/// - Source: `https://www.rfc-editor.org/rfc/rfc2119.json`
private struct EntryDetails: Decodable {
  var details: RFCDetails

  private enum Key: String, CodingKey {
    case source, keywords, abstract
  }

  static func read(in directory: String) -> [Int: RFCDetails] {
    var found: [Int: RFCDetails] = [:]
    let decoder = JSONDecoder()
    for number in FolderNumbers.numbers(in: directory, ending: ".json") {
      guard let bytes = try? FileReader.read("\(directory)/rfc\(number).json"),
        let entry = try? decoder.decode(EntryDetails.self, from: Data(bytes))
      else { continue }
      found[number] = entry.details
    }
    return found
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    details = RFCDetails()
    let keywords = try? values.decodeIfPresent([String?].self, forKey: .keywords)
    details.keywords = (keywords ?? []).compactMap { $0.flatMap(Self.words) }
    let abstract = (try? values.decodeIfPresent(String.self, forKey: .abstract)) ?? ""
    // Its paragraphs are marked up.
    details.abstract =
      Self.words(
        abstract.split(separator: "<p>").joined(separator: " ")
          .split(separator: "</p>").joined(separator: " ")) ?? ""
    details.workingGroup = (try? values.decodeIfPresent(String.self, forKey: .source))
      .flatMap { $0 }.flatMap(RFCDetails.group)
  }

  private static func words(_ text: String) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension RFCDetails {
  /// The name of a working group, which is none for what was written without one.
  fileprivate static func group(_ text: String) -> String? {
    let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isNone =
      name.isEmpty || name.uppercased() == "NON WORKING GROUP" || name.uppercased() == "LEGACY"
    return isNone ? nil : name
  }
}

/// Finds the files of RFCs in a folder, without looking at them.
enum FolderNumbers {
  /// The numbers of `rfcN` with an ending, in no order.
  static func numbers(in directory: String, ending: String) -> [Int] {
    guard let folder = opendir(directory) else { return [] }
    defer { closedir(folder) }
    var numbers: [Int] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix("rfc"), name.hasSuffix(ending),
        let number = Int(name.dropFirst(3).dropLast(ending.utf8.count)), number > 0,
        name == "rfc\(number)" + ending
      else { continue }
      numbers.append(number)
    }
    return numbers
  }
}
