public import FoundationEssentials
public import HikidashiLoading

/// Finds the timeline of an account by the address that people know.
///
/// ```swift
/// let source = try await AccountFinder(connector).source(of: "ann", on: "example.org")
/// ```
///
/// The host of the address is asked first. Where it has no such account, it may name the server that does, by
/// WebFinger: the posts of `@ann@example.org` may be on `social.example.org`. The source keeps the address that
/// people know.
///
/// - Source: RFC 7033 (WebFinger); RFC 6415 (host-meta); Mastodon, "WebFinger",
///   <https://docs.joinmastodon.org/spec/webfinger/>.
public struct AccountFinder: Sendable {
  private let connector: Connector

  /// Makes a finder that loads by a connector.
  public init(_ connector: Connector) { self.connector = connector }

  private struct Found {
    var server: String
    var id: String
    var user: TimelineUser
  }

  /// Returns the source of an account.
  ///
  /// - Parameters:
  ///   - name: Its name, `ann`; or one with a host, `ann@example.org`, as `server` knows it.
  ///   - server: The host in its address, with its port where it has one.
  ///   - added: When the source is added.
  /// - Throws: ``TimelineError/noAccount(name:asked:)``, which names what was asked;
  ///   ``TimelineError/badServer(_:)``; others where a server does not answer, or shows accounts to its users alone.
  @concurrent public func source(
    of name: String, on server: String, added: Date = Date()
  ) async throws(TimelineError) -> TimelineSource {
    guard let server = ServerName(server)?.address else { throw .badServer(server) }
    let refusal: TimelineError
    do throws(TimelineError) {
      let found = try await lookup(name, on: server)
      return source(
        of: found, known: "@\(name)" + (name.contains("@") ? "" : "@\(server)"), nil, added)
    } catch {
      refusal = error
    }
    // A server that does not answer at all does not answer another question.
    guard isAnswer(refusal) else { throw refusal }
    return try await described(name, server, refusal, added)
  }

  /// Whether an error is an answer of the server, or of something in its place.
  private func isAnswer(_ error: TimelineError) -> Bool {
    switch error {
    case .load(.noNetwork), .load(.offline), .load(.nameNotFound), .load(.refused),
      .load(.timedOut),
      .load(.reset), .load(.tls), .load(.cancelled), .tooManyRequests:
      false
    default: true
    }
  }

  private func described(
    _ name: String, _ server: String, _ refusal: TimelineError, _ added: Date
  ) async throws(TimelineError) -> TimelineSource {
    let parts = name.split(separator: "@").map(String.init)
    let host = parts.count == 2 ? ServerName(parts[1])?.address ?? server : server
    let account = "\(parts.first ?? name)@\(host)"
    var asked = [server]
    guard let description = await describe(account, at: host, &asked) else {
      // The server has said why it does not answer.
      switch refusal {
      case .needsToken, .tokenRefused: throw refusal
      default: throw .noAccount(name: "@" + account, asked: asked)
      }
    }
    let known = description.handle ?? account
    let home = known.split(separator: "@").last.map(String.init)
    var tried: Set<String> = [server + " " + name]
    var refusal = refusal
    for address in description.addresses.prefix(8) {
      guard let other = ServerName(address)?.address else { continue }
      let names = [
        description.handle.flatMap { $0.split(separator: "@").first.map(String.init) },
        AccountDescription.name(in: address), parts.first,
      ]
      for name in names.compactMap(\.self) where tried.insert(other + " " + name).inserted {
        if !asked.contains(other) { asked.append(other) }
        do throws(TimelineError) {
          let found = try await lookup(name, on: other)
          return source(of: found, known: "@" + known, home, added)
        } catch {
          refusal = error
          guard isAnswer(error) else { break }
        }
      }
    }
    switch refusal {
    case .needsToken, .tokenRefused, .tooManyRequests: throw refusal
    default: throw .noAccount(name: "@" + account, asked: asked)
    }
  }

  private func source(
    of found: Found, known: String, _ home: String?, _ added: Date
  ) -> TimelineSource {
    let timeline = MastodonTimeline(found.server, .account(id: found.id), home: home)
    return TimelineSource(
      .mastodon, title: found.user.name.isEmpty ? known : found.user.name,
      address: timeline.address,
      page: found.user.page.isEmpty ? "https://\(found.server)/" : found.user.page, added: added)
  }

  private func lookup(_ name: String, on server: String) async throws(TimelineError) -> Found {
    let request = try MastodonTimeline.lookup(of: name, on: server)
    do throws(LoadError) {
      let response = try await connector.load(request, parser: MastodonAccountParser(server))
        .response
      // A host may send on to the server that has the posts.
      let answered = response.head.url.flatMap { $0.scheme == "https" ? ServerName($0) : nil }
      return Found(
        server: answered?.address ?? server, id: response.output.id, user: response.output.user)
    } catch {
      throw TimelineError(error, server: server, hasToken: false)
    }
  }

  /// Looks up an account at its host by WebFinger, else by the template of its host-meta.
  private func describe(
    _ account: String, at host: String, _ asked: inout [String]
  ) async -> AccountDescription? {
    let resource = "acct:" + account
    let query = "resource=" + Self.encoded(resource)
    let address = "https://\(host)/.well-known/webfinger"
    asked.append(address)
    if let found = await load(address + "?" + query), !found.addresses.isEmpty { return found }
    for place in ["host-meta", "host-meta.json"] {
      let address = "https://\(host)/.well-known/\(place)"
      guard let meta = await load(address) else { continue }
      asked.append(address)
      for link in meta.links where link.relation == "lrdd" && link.template.contains("{uri}") {
        let text = link.template.replacing("{uri}", with: MastodonTimeline.encoded(resource))
        if let found = await load(text), !found.addresses.isEmpty { return found }
      }
    }
    return nil
  }

  private func load(_ address: String) async -> AccountDescription? {
    guard let url = URL(string: address), url.scheme == "https" else { return nil }
    var request = LoadRequest(url)
    request.headers.append(
      "Accept", "application/jrd+json, application/json, application/xrd+xml;q=0.9, */*;q=0.1")
    return try? await connector.load(request, parser: AccountDescriptionParser()).value
  }

  /// An account in a query, in which its colon and its `@` stay.
  private static func encoded(_ resource: String) -> String {
    resource.split(separator: "@", omittingEmptySubsequences: false).map { part in
      part.split(separator: ":", omittingEmptySubsequences: false)
        .map { MastodonTimeline.encoded(String($0)) }.joined(separator: ":")
    }.joined(separator: "@")
  }
}
