internal import FoundationEssentials
internal import HikidashiFeeds
internal import HikidashiLoading

/// A host's answer about an account: the server of its posts, and its name there.
///
/// - Source: RFC 7033 (WebFinger and JRD); RFC 6415 (XRD).
struct AccountDescription: Hashable, Sendable {
  /// A link of the account.
  struct Link: Hashable, Sendable {
    var relation: String
    var type: String
    var address: String
    var template: String
  }

  var subject = ""
  var aliases: [String] = []
  var links: [Link] = []

  /// The account as people write it, without the sign before it: `ann@example.org`; nil where it is not named.
  var handle: String? {
    guard subject.lowercased().hasPrefix("acct:") else { return nil }
    let handle = subject.dropFirst(5)
    return handle.split(separator: "@").count == 2 ? String(handle) : nil
  }

  /// The addresses of the account on its server: its own for other servers, its page, and its further names.
  var addresses: [URL] {
    func linked(_ relations: [String], _ isRight: (String) -> Bool) -> [String] {
      links.filter { relations.contains($0.relation.lowercased()) && isRight($0.type.lowercased()) }
        .map(\.address)
    }
    let selves = linked(["self"]) { type in
      type.hasPrefix("application/activity+json") || type.hasPrefix("application/ld+json")
    }
    let pages = linked(["http://webfinger.net/rel/profile-page"]) { _ in true }
    return (selves + pages + aliases).compactMap { FeedAddress.url($0) }
      .filter { $0.scheme == "https" && ServerName($0) != nil }
  }

  /// The last part of the path of an address, which is a name mostly: `ann` of `https://example.org/@ann`.
  static func name(in address: URL) -> String? {
    let part = address.path(percentEncoded: false).split(separator: "/").last
    let name = part.map { $0.drop { $0 == "@" } } ?? ""
    return name.isEmpty ? nil : String(name)
  }
}

/// Reads a description of an account, or of a host, in JSON or in XML.
struct AccountDescriptionParser: ResponseParser {
  private var bytes: [UInt8] = []
  /// Honest descriptions have some thousand bytes.
  private static let limit = 1 << 20

  mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    self.bytes += bytes
    guard self.bytes.count <= Self.limit else {
      throw .tooLarge(what: tr("a description of an account"), limit: Self.limit)
    }
    return .more
  }

  mutating func finish() throws(ParserError) -> AccountDescription {
    let start = bytes.first { $0 > 0x20 && $0 < 0x80 }
    guard start != UInt8(ascii: "<") else {
      let visitor = DescriptionVisitor()
      try XMLReader.read(bytes, visitor)
      guard visitor.isDescription else {
        throw .wrongContent(reason: tr("this does not describe an account"))
      }
      return visitor.found
    }
    guard let found = try? JSONDecoder().decode(JSONForm.self, from: Data(bytes)) else {
      throw .wrongContent(reason: tr("this does not describe an account"))
    }
    return found.value
  }

  private struct JSONForm: Decodable {
    var value = AccountDescription()

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: JSONKey.self)
      value.subject = fields.text(JSONKey("subject")) ?? ""
      value.aliases =
        fields.value(JSONKey("aliases"), as: ReadableList<String>.self)?.elements ?? []
      value.links =
        fields.value(JSONKey("links"), as: ReadableList<LinkForm>.self)?.elements.map(\.value) ?? []
    }
  }

  private struct LinkForm: Decodable, Sendable {
    var value: AccountDescription.Link

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: JSONKey.self)
      func text(_ name: String) -> String { fields.text(JSONKey(name)) ?? "" }
      value = AccountDescription.Link(
        relation: text("rel"), type: text("type"), address: text("href"),
        template: text("template"))
    }
  }
}

private final class DescriptionVisitor: XMLVisitor {
  var found = AccountDescription()
  private(set) var isDescription = false
  private var text: [UInt8] = []

  func enter(_ name: String) {}

  func enter(_ name: String, _ attributes: XMLElementAttributes) {
    text = []
    let name = name.split(separator: ":").last ?? ""
    if name == "XRD" { isDescription = true }
    guard name == "Link" else { return }
    found.links.append(
      AccountDescription.Link(
        relation: attributes["rel"] ?? "", type: attributes["type"] ?? "",
        address: attributes["href"] ?? "", template: attributes["template"] ?? ""))
  }

  func take(_ text: UnsafeBufferPointer<UInt8>) { self.text += text }

  func leave(_ name: String) {
    let words = String(String(decoding: text, as: UTF8.self).trimmedBlanks)
    switch name.split(separator: ":").last {
    case "Subject": found.subject = words
    case "Alias": found.aliases.append(words)
    default: break
    }
    text = []
  }
}
