import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import Synchronization
import Testing
import TimelineKit

/// A web of hosts that answer as a test says, by the beginnings of addresses; all else is not there.
struct ScriptedWeb: Sendable {
  let transport: ScriptedTransport
  var connector: Connector { Connector(transports: [transport]) }

  init(_ answers: [String: String], failing: [String: @Sendable (LoadFailure) -> LoadError] = [:]) {
    transport = ScriptedTransport { request in
      guard case .url(let url) = request.target else { return TransferScript(status: 404) }
      let address = url.absoluteString
      for (start, error) in failing where address.hasPrefix(start) {
        return TransferScript(failing: error(LoadFailure(request.target)))
      }
      let found = answers.filter { address.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }
      guard let text = found?.value else { return TransferScript(status: 404, text: "none") }
      if let status = Int(text) { return TransferScript(status: status, text: "no") }
      // “→ address” is what a redirect ends at.
      let parts = text.hasPrefix("→") ? text.dropFirst(2).split(separator: " ", maxSplits: 1) : []
      let body = parts.count == 2 ? String(parts[1]) : text
      let head = ResponseHead(
        http: 200, headers: HeaderFields(),
        url: parts.first.map { URL(string: String($0)) ?? url } ?? url)
      return TransferScript([
        .deliver(.head(head)), .deliver(.chunk(Array(body.utf8))),
        .deliver(.finished(TransferMetrics(receivedBytes: body.utf8.count))),
      ])
    }
  }

  /// What was asked for, without schemes.
  var asked: [String] {
    transport.requests.compactMap {
      if case .url(let url) = $0.target { String(url.absoluteString.dropFirst(8)) } else { nil }
    }
  }
}

/// Accounts by the address that people know, wherever their posts are.
struct AccountTests {
  private static let ann =
    #"{"id": "7", "acct": "ann", "display_name": "Ann", "url": "https://social.example/@ann"}"#

  private static func webfinger(
    _ subject: String = "acct:ann@example.org", _ server: String = "social.example",
    name: String = "ann"
  ) -> String {
    #"{"subject": "\#(subject)", "aliases": ["https://\#(server)/@\#(name)"], "links": [{"rel": "http://webfinger.net/rel/profile-page", "type": "text/html", "href": "https://\#(server)/@\#(name)"}, {"rel": "self", "type": "application/activity+json", "href": "https://\#(server)/users/\#(name)"}, {"rel": "http://ostatus.org/schema/1.0/subscribe", "template": "https://\#(server)/authorize?uri={uri}"}]}"#
  }

  private func find(
    _ web: ScriptedWeb, _ name: String = "ann", on server: String = "example.org"
  ) async throws -> TimelineSource {
    try await AccountFinder(web.connector).source(of: name, on: server, added: moment(0))
  }

  @Test func anAccountOfItsOwnServerIsFoundAtOnce() async throws {
    let web = ScriptedWeb(["https://example.org/api/v1/accounts/lookup": Self.ann])
    let source = try await find(web)
    #expect(
      source.title == "Ann" && source.address == "https://example.org/api/v1/accounts/7/statuses")
    #expect(web.asked == ["example.org/api/v1/accounts/lookup?acct=ann"])
  }

  @Test func anAccountOfAnotherServerIsFoundAndKeepsItsAddress() async throws {
    let web = ScriptedWeb([
      "https://example.org/.well-known/webfinger?resource=acct:ann@example.org": Self.webfinger(),
      "https://example.org/": "<html><title>Ann's home</title></html>",
      "https://social.example/api/v1/accounts/lookup?acct=ann": Self.ann,
    ])
    let source = try await find(web)
    let timeline = try #require(MastodonTimeline(address: source.address))
    #expect(timeline == MastodonTimeline("social.example", .account(id: "7"), home: "example.org"))
    #expect(source.page == "https://social.example/@ann")
    let page = try parse(
      timeline.parser(),
      #"[{"id": "1", "created_at": "2026-01-01", "account": {"id": "7", "acct": "ann"}, "reblog": {"id": "2", "created_at": "2026-01-01", "account": {"acct": "ben@far.example"}}}]"#
    )
    #expect(page.users.map(\.id) == ["@ann@example.org", "@ben@far.example"])
    // No server is told of the fragment.
    #expect("\(try timeline.request().target)".contains("#") == false)
  }

  @Test(
    arguments: [
      // The description, who is asked for at the real server, and the host in names.
      (webfinger("acct:annie@social.example", "social.example", name: "annie"), "annie", nil),
      (webfinger("acct:ann@www.example.org"), "ann", "www.example.org"),
      (webfinger("https://social.example/users/ann"), "ann", "example.org"),
      (webfinger(""), "ann", "example.org"),
      (
        #"{"subject": "acct:ann@example.org", "links": [{"rel": "self", "type": "application/activity+json", "href": "https://social.example/users/ann"}]}"#,
        "ann", "example.org"
      ),
      (
        #"{"subject": "acct:ann@example.org", "links": [{"rel": "self", "type": "application/ld+json; profile=\"https://www.w3.org/ns/activitystreams\"", "href": "https://social.example/u/5"}]}"#,
        "ann", "example.org"
      ),
      (
        #"{"subject": "acct:ann@example.org", "links": [{"rel": "http://webfinger.net/rel/profile-page", "href": "https://social.example/ann"}]}"#,
        "ann", "example.org"
      ),
      (
        #"{"subject": "acct:ann@example.org", "aliases": ["https://social.example/ann", 7], "links": null}"#,
        "ann", "example.org"
      ),
      (
        #"{"subject": "acct:ann@example.org", "links": [{"rel": "avatar"}, null, {"rel": "self", "type": "text/html", "href": "https://wrong.example/"}, {"rel": "self", "type": "application/activity+json", "href": "https://social.example/users/ann"}]}"#,
        "ann", "example.org"
      ),
      (
        #"<?xml version="1.0"?><XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0"><Subject>acct:ann@example.org</Subject><Alias>https://social.example/@ann</Alias><Link rel="self" type="application/activity+json" href="https://social.example/users/ann"/></XRD>"#,
        "ann", "example.org"
      ),
    ] as [(String, String, String?)])
  func descriptionsAreReadInEveryForm(text: String, name: String, home: String?) async throws {
    let web = ScriptedWeb([
      "https://example.org/.well-known/webfinger": text,
      "https://social.example/api/v1/accounts/lookup?acct=\(name)": Self.ann,
    ])
    let source = try await find(web)
    #expect(
      MastodonTimeline(address: source.address)
        == MastodonTimeline("social.example", .account(id: "7"), home: home))
  }

  @Test(arguments: ["host-meta", "host-meta.json"])
  func aTemplateOfTheHostIsFollowed(place: String) async throws {
    let template = "https://finger.example/find?who={uri}&x=1"
    let meta =
      place == "host-meta"
      ? #"<?xml version="1.0"?><XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0"><Link rel="lrdd" template="https://finger.example/find?who={uri}&amp;x=1"/></XRD>"#
      : #"{"links": [{"rel": "lrdd", "template": "\#(template)"}]}"#
    let web = ScriptedWeb([
      "https://example.org/.well-known/\(place)": meta,
      "https://example.org/.well-known/host-meta.jsonx": "",
      "https://finger.example/find?who=acct%3Aann%40example.org&x=1": Self.webfinger(),
      "https://social.example/api/v1/accounts/lookup?acct=ann": Self.ann,
    ])
    #expect(try await find(web).address.hasPrefix("https://social.example/"))
  }

  @Test func aHostThatSendsOnIsFollowed() async throws {
    let web = ScriptedWeb([
      "https://example.org/api/v1/accounts/lookup":
        "→ https://social.example/api/v1/accounts/lookup?acct=ann \(Self.ann)"
    ])
    #expect(try await find(web).address == "https://social.example/api/v1/accounts/7/statuses")
  }

  @Test func portsAndLettersOfHostsStay() async throws {
    let web = ScriptedWeb([
      "https://example.org:8443/.well-known/webfinger?resource=acct:ann@example.org:8443":
        Self.webfinger("acct:ann@example.org:8443", "social.example:8528"),
      "https://social.example:8528/api/v1/accounts/lookup?acct=ann": Self.ann,
      "https://xn--bcher-kva.example/api/v1/accounts/lookup?acct=ann": Self.ann,
    ])
    let source = try await find(web, on: "example.org:8443")
    #expect(
      source.address == "https://social.example:8528/api/v1/accounts/7/statuses#example.org:8443")
    #expect(MastodonTimeline(address: source.address)?.home == "example.org:8443")
    #expect(
      try await find(web, on: "bücher.example").address.hasPrefix("https://xn--bcher-kva.example/"))
  }

  @Test func anAccountThatAnotherServerShowsIsFound() async throws {
    let web = ScriptedWeb([
      "https://example.org/.well-known/webfinger?resource=acct:ann@example.org": Self.webfinger(),
      "https://social.example/api/v1/accounts/lookup?acct=ann": Self.ann,
    ])
    let source = try await find(web, "ann@example.org", on: "other.example")
    #expect(source.address.hasPrefix("https://social.example/"))
  }

  @Test func whatIsNotFoundSaysWhatWasAsked() async throws {
    let none = ScriptedWeb([:])
    let error = await #expect(throws: TimelineError.self) { try await find(none) }
    let words = error.map { "\($0)" } ?? ""
    for word in ["@ann@example.org", "example.org/.well-known/webfinger", "address of that page"] {
      #expect(words.contains(word), "\(words)")
    }
    let far = ScriptedWeb(["https://example.org/.well-known/webfinger": Self.webfinger()])
    let other = await #expect(throws: TimelineError.self) { try await find(far) }
    #expect((other.map { "\($0)" } ?? "").contains("social.example"))
  }

  @Test func whatIsAskedForATokenSaysSo() async throws {
    let closed = ScriptedWeb([
      "https://example.org/.well-known/webfinger": Self.webfinger(),
      "https://social.example/": "401",
    ])
    await #expect(throws: TimelineError.needsToken(server: "social.example")) {
      try await find(closed)
    }
    let own = ScriptedWeb(["https://example.org/api": "403"])
    await #expect(throws: TimelineError.needsToken(server: "example.org")) { try await find(own) }
  }

  @Test func aServerThatDoesNotAnswerIsNotAskedAgain() async throws {
    let web = ScriptedWeb([:], failing: ["https://example.org/": { .tls($0, .untrusted) }])
    await #expect(throws: TimelineError.self) { try await find(web) }
    #expect(web.asked.count == 1)
  }

  @Test(arguments: [
    #"{"subject": "acct:ann@example.org", "links": [{"rel": "self", "type": "application/activity+json", "href": "http://social.example/users/ann"}]}"#,
    #"{"links": [{"rel": "self", "type": "application/activity+json", "href": "javascript:alert(1)"}]}"#,
    #"{"links": [{"rel": "self", "type": "application/activity+json", "href": "https://user:word@social.example/"}]}"#,
    #"{"links": "none"}"#, "[]", "{}", "<html>", "7", "", "<XRD",
    #"{"aliases": ["acct:ann@social.example"]}"#,
  ])
  func aDescriptionThatNamesNoServerIsNone(text: String) async throws {
    let web = ScriptedWeb([
      "https://example.org/.well-known/webfinger": text, "https://social.example/": Self.ann,
    ])
    await #expect(throws: TimelineError.self) { try await find(web) }
    #expect(!web.asked.contains { $0.contains("social.example") })
  }
}
