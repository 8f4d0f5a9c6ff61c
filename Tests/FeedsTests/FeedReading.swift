import Foundation
import HikidashiFeeds
import HikidashiLoading

/// Reads a feed of these bytes, fed in the chunks that they are given in.
func readFeed(
  _ chunks: some Sequence<[UInt8]>, type: String? = nil, at address: String? = nil,
  parser: FeedParser = FeedParser()
) throws(ParserError) -> Feed {
  var parser = parser
  var headers = HeaderFields()
  headers["Content-Type"] = type
  let head = ResponseHead(
    http: 200, headers: headers, url: address.flatMap { URL(string: $0) })
  _ = try parser.begin(head)
  for chunk in chunks where !chunk.isEmpty { _ = try parser.feed(chunk) }
  return try parser.finish()
}

func readFeed(
  _ text: String, type: String? = nil, at address: String? = nil
) throws(ParserError) -> Feed {
  try readFeed([Array(text.utf8)], type: type, at: address)
}

/// The feed, or what keeps it from being one: equal however the bytes come.
func outcome(
  _ chunks: some Sequence<[UInt8]>, parser: FeedParser = FeedParser()
) -> Result<Feed, ParserError> {
  do throws(ParserError) {
    return .success(try readFeed(chunks, at: "https://example.org/feed", parser: parser))
  } catch {
    return .failure(error)
  }
}

func moment(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }

/// One of each format.
enum FeedSamples {
  static let rss = """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
    <channel>
      <title>東京 &amp; Kyōto</title>
      <atom:link rel="self" href="https://example.org/feed"/>
      <link>https://example.org/</link>
      <description>All &lt;b&gt;news&lt;/b&gt;</description>
      <lastBuildDate>Thu, 30 Apr 2026 09:53:35 -0700</lastBuildDate>
      <image><title>Logo</title><url>logo.png</url><link>/logo</link></image>
      <item>
        <title>One &#8211; “first”</title>
        <link>/1?a=1&amp;b=2</link>
        <guid isPermaLink="false">tag:1</guid>
        <description><![CDATA[<p>Short & sweet</p>]]></description>
        <content:encoded><![CDATA[<p>Long ]]&gt; story</p>]]></content:encoded>
        <dc:creator>Jo</dc:creator>
        <author>mo@example.org (Mo)</author>
        <pubDate>Sun, 06 Nov 94 08:49 EST</pubDate>
        <category>a</category><category> b </category>
        <enclosure url="/one.mp3" type="audio/mpeg" length="12345"/>
        <source url="https://else.example/"><title>Else</title></source>
      </item>
      <item><guid>https://example.org/2</guid><pubDate>soon</pubDate></item>
      <item><title>Three</title><pubDate>1 Jan 2020 00:00:00 GMT</pubDate></item>
    </channel>
    </rss>
    """

  static let rdf = """
    <?xml version="1.0"?>
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="https://example.org/rss">
        <title>RDF</title><link>https://example.org/</link><description>About</description>
        <dc:date>2003-12-13T18:30Z</dc:date>
        <items><rdf:Seq><rdf:li resource="https://example.org/a"/></rdf:Seq></items>
      </channel>
      <image><title>Not this</title></image>
      <item rdf:about="https://example.org/a">
        <title>A</title><link>https://example.org/a.html</link><dc:creator>Ann</dc:creator>
        <dc:subject>s</dc:subject><dc:date>2003-12-13</dc:date>
      </item>
      <textinput><title>Nor this</title></textinput>
    </rdf:RDF>
    """

  static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/blog/">
      <title type="html">A &amp;lt;b&gt; &lt;i&gt;title&lt;/i&gt;</title>
      <subtitle>Sub</subtitle>
      <link rel="self" href="feed.atom"/><link href="./"/>
      <updated>2003-12-13T18:30:02.25+01:00</updated>
      <author><name>Fred</name><email>fred@example.org</email><uri>fred</uri></author>
      <entry xml:base="2003/">
        <id>urn:1</id><title>T</title><link href="one"/>
        <link rel="enclosure" href="../one.ogg" type="audio/ogg" length="7"/>
        <published>2003-12-13T08:29:29-04:00</published><updated>2003-12-14T00:00:00Z</updated>
        <category term="x"/><summary>1 &lt; 2</summary>
        <content type="xhtml"><x:div xmlns:x="http://www.w3.org/1999/xhtml">Hi <x:a
          href="two">a &amp; b</x:a><x:br/><x:p/></x:div></content>
        <source><title>Other</title><author><name>Not me</name></author></source>
      </entry>
      <entry><id>urn:2</id><content type="text/html">&lt;p&gt;</content>
        <author><name>Eve</name></author></entry>
      <entry><content src="out.pdf" type="application/pdf"/></entry>
    </feed>
    """

  static let atom03 = """
    <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Old</title>
      <tagline>Tag</tagline><modified>2003-12-13T18:30:02Z</modified>
      <entry><title>E</title><id>e</id><issued>2003-12-13T08:29:29-04:00</issued>
        <modified>2003-12-13T18:30:02Z</modified>
        <content type="text/html" mode="escaped">&lt;b&gt;x&lt;/b&gt;</content></entry>
      <entry><id>f</id><content type="application/xhtml+xml" mode="xml"><b>y</b></content></entry>
    </feed>
    """

  static let json = """
    {"version": "https://jsonfeed.org/version/1.1", "title": "J", "home_page_url": "/home",
     "description": "D", "authors": [{"name": "Ann", "url": "https://ann.example/"}],
     "items": [
      {"id": "1", "url": "one", "title": "O", "content_html": "<p>x</p>", "summary": "s",
       "date_published": "2020-01-02T03:04:05Z", "date_modified": "never", "tags": ["a", 1, "b"],
       "attachments": [{"url": "/a.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 9}]},
      {"id": 2, "content_text": "plain", "author": {"name": "Bob"}}, 3]}
    """

  static let all = [rss, rdf, atom, atom03, json]
}
