import FoundationEssentials
internal import HikidashiFeeds

/// A quoted status: itself, or its state and itself where it may be shown.
///
/// - Source: Mastodon 4.4, "Quote" and "ShallowQuote", <https://docs.joinmastodon.org/entities/Quote/>; Pleroma,
///   "Differences in Mastodon API".
struct MastodonQuote: Decodable, Sendable {
  /// The state of the quote; empty where the server does not say.
  private(set) var state = ""
  private var status: MastodonStatus.Inner?
  /// Its address for all servers, or else that of its page; nil where it is not known.
  private(set) var address: String?
  /// The address of its page; empty where it is not known.
  private(set) var page = ""

  private enum Keys: String, CodingKey {
    case state, uri, url, id
    case quotedStatus = "quoted_status"
    case quotedStatusId = "quoted_status_id"
  }

  init(address: String) {
    self.address = address
    page = address
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Keys.self)
    state = fields.text(.state)?.lowercased() ?? ""
    let isOuter = fields.has(.quotedStatus)
    let inner =
      isOuter ? try? fields.nestedContainer(keyedBy: Keys.self, forKey: .quotedStatus) : fields
    status =
      isOuter
      ? fields.value(.quotedStatus, as: MastodonStatus.Inner.self)
      : try? MastodonStatus.Inner(from: decoder)
    address = inner?.text(.uri) ?? inner?.text(.url)
    page = Post.webAddress(inner?.text(.url) ?? inner?.text(.uri))
    let isNamed = address != nil || fields.has(.quotedStatusId) || fields.has(.id)
    guard isNamed || !state.isEmpty else { throw DecodingReason.unreadable(decoder) }
  }

  /// Whether its words may be shown: a server may give those of somebody who is blocked, too.
  private var isAllowed: Bool { state.isEmpty || state == "accepted" }

  /// Whether its words are shown, so that the line in its place is not needed.
  var isShown: Bool { isAllowed && status != nil }

  /// Why it is not shown; nil where it is, or its address is all that the server gives.
  fileprivate var reason: String? {
    switch state {
    case "deleted": tr("The quoted post was deleted.")
    case "revoked": tr("Its author has withdrawn the quoted post from this one.")
    case "rejected": tr("The author of the quoted post does not want it quoted here.")
    case "pending": tr("The author of the quoted post was asked, and has not answered yet.")
    case "unauthorized": tr("The quoted post is not shown to you.")
    case "blocked_account", "blocked_domain", "muted_account":
      tr("The quoted post is of an account or a server that you have blocked or muted.")
    case "" where address != nil: nil
    case "accepted" where address != nil: nil
    default: tr("The server does not show the quoted post here.")
    }
  }

  fileprivate var quoted: MastodonStatus? { isShown ? status?.value : nil }
}

extension Post {
  /// Adds the words of a quoted post behind those of this one, or why they are missing. A store has no post of one
  /// that is quoted alone: it would be in the list among those of the source, and between gaps.
  mutating func add(_ quote: MastodonQuote, _ server: String, _ home: String?) {
    quoted = quote.address ?? ""
    guard let status = quote.quoted else {
      if let reason = quote.reason {
        append(reason, html: "<p><em>\(Self.escaped(reason))</em></p>")
      } else if !links.contains(where: { $0.address == quote.page }), !quote.page.isEmpty {
        links.append(Link(quote.page))
      }
      return
    }
    quoted = status.subject(on: server)
    let body = status.body(on: server)
    // A quote does not show words behind a content warning.
    let isHidden = !status.spoilerText.isEmpty
    let described = status.attachments.compactMap { $0.picture(on: server)?.alternative }
      .filter { !$0.isEmpty }.joined(separator: "\n")
    var words = isHidden ? status.spoilerText : body.plain
    if words.isEmpty { words = described }
    let author = status.account.user(on: server, home: home)
    let page = Post.webAddress(status.url)
    guard !words.isEmpty || !page.isEmpty else { return }
    let name = Self.escaped(author.name)
    let link = page.isEmpty ? name : "<a href=\"\(Self.escaped(page))\">\(name)</a>"
    let isPlain = isHidden || body.plain.isEmpty
    append(
      "❝ \(author.name): \(words.isEmpty ? page : words)",
      html: "<blockquote><p>\(link):</p>"
        + (isPlain ? "<p>\(Self.escaped(words))</p>" : body.value) + "</blockquote>")
    if !page.isEmpty, !links.contains(where: { $0.address == page }) {
      links.append(Link(page, words: author.name))
    }
    addEmoji(status.emojis, status.account.emojis)
  }

  private mutating func append(_ words: String, html more: String) {
    text += (text.isEmpty ? "" : "\n\n") + words
    html += more
  }
}
