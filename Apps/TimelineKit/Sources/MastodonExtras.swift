import FoundationEssentials

/// A poll of a status, which is shown as a list of its answers. What is wrong in it leaves it out, and not the
/// status.
///
/// - Source: Mastodon, "Poll", <https://docs.joinmastodon.org/entities/Poll/>.
struct MastodonPoll: Decodable, Sendable {
  private(set) var answers: [(title: String, votes: Int?)] = []

  private struct Answer: Decodable, Sendable {
    var title: String
    var votes: Int?

    private enum CodingKeys: String, CodingKey {
      case title
      case votes = "votes_count"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.needed(.title)
      // Servers hide the number until a poll has ended.
      votes = container.number(.votes).flatMap { Int(exactly: $0.rounded()) }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case options
  }

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: CodingKeys.self),
      let options = try? container.decodeIfPresent(ReadableList<Answer>.self, forKey: .options)
    else { return }
    answers = options.elements.map { ($0.title, $0.votes) }
  }
}

/// What a status links to, as its server has looked it up.
///
/// - Source: Mastodon, "PreviewCard", <https://docs.joinmastodon.org/entities/PreviewCard/>.
struct MastodonCard: Decodable, Sendable {
  private(set) var address = ""
  private(set) var title = ""

  private enum CodingKeys: String, CodingKey {
    case url, title
  }

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: CodingKeys.self) else { return }
    address = Post.webAddress(container.text(.url))
    title = container.text(.title) ?? ""
  }
}

extension Post {
  /// Adds the answers of a poll, with how many have given each where that is known.
  mutating func add(_ poll: MastodonPoll) {
    guard !poll.answers.isEmpty else { return }
    let lines = poll.answers.map { $0.title + ($0.votes.map { " (\($0))" } ?? "") }
    text += (text.isEmpty ? "" : "\n") + lines.map { "○ " + $0 }.joined(separator: "\n")
    html += "<ul>" + lines.map { "<li>\(Self.escaped($0))</li>" }.joined() + "</ul>"
  }

  /// Adds what the post links to, unless its text has the link; the title is found, too.
  mutating func add(_ card: MastodonCard) {
    guard !card.address.isEmpty else { return }
    let words = card.title.isEmpty ? card.address : card.title
    if !card.title.isEmpty, !text.contains(card.title) {
      text += (text.isEmpty ? "" : "\n") + card.title
      html += "<p><a href=\"\(Self.escaped(card.address))\">\(Self.escaped(words))</a></p>"
    }
    if !links.contains(where: { $0.address == card.address }) {
      links.append(Link(card.address, words: words))
    }
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
