import BenchPeers
import Foundation
import HikidashiBase
import HikidashiLoading

let htmlGroup = Group(
  name: "html",
  summary: "the text of 400 web pages of 1 to 200 KB, beside libxml2 alone, which leaves words out"
) { report in
  let pages = GeneratedPages(count: 400, seed: 1_866)
  let ours = try measure(.milliseconds, runs: 5) {
    var letters = 0
    for page in pages.texts {
      letters += HTMLText.plain(page).utf8.count { !" \t\r\n".utf8.contains($0) }
    }
    guard letters == pages.letters else { throw HTMLFailure.differs(letters, pages.letters) }
  }
  let theirs = measure(.milliseconds, runs: 5) {
    for var page in pages.texts {
      blackHole(page.withUTF8 { bench_html_letters($0.baseAddress, $0.count) })
    }
  }
  let size = pages.texts.reduce(0) { $0 + $1.utf8.count }
  report.add(
    Row(
      group: "html", name: "text of \(pages.texts.count) pages, \(size / 1_000_000) MB",
      value: ours.median, unit: TimeUnit.milliseconds.rawValue, spread: ours.spread,
      peers: [("libxml2 in C", theirs.median)]))
}

private enum HTMLFailure: Error, CustomStringConvertible {
  case differs(Int, Int)

  var description: String {
    switch self {
    case .differs(let found, let wanted): "\(found) letters were read, and not \(wanted)"
    }
  }
}

/// Pages as blogs and newspapers have them: words, links, pictures, lists, and attributes of their looks.
private struct GeneratedPages {
  private(set) var texts: [String] = []
  /// The bytes of all their words.
  private(set) var letters = 0

  init(count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 0..<count {
      // Most pages are short, and some are long.
      let most = number % 5 == 0 ? 200_000 : 40_000
      texts.append(page(ofBytes: Int.random(in: 1_000...most, using: &random), &random))
    }
  }

  private mutating func page(ofBytes size: Int, _ random: inout SeededGenerator) -> String {
    var html = "<html><body>"
    while html.utf8.count < size {
      html += #"<p class="story-text story-text--wide" data-block="7" style="margin: 0 0 1em">"#
      for _ in 0..<Int.random(in: 10...60, using: &random) {
        switch Int.random(in: 0..<30, using: &random) {
        case 0:
          let path = Int.random(in: 0..<1 << 40, using: &random)
          html += #"<a href="https://news.example/a/\#(path)?from=list&amp;n=1" rel="noopener">"#
          word(&html, &random)
          html += "</a> "
        case 1:
          html += "<b>"
          word(&html, &random)
          html += "</b> "
        case 2:
          html += #"<img src="/i/1.jpg" alt="" width="600" height="400" class="wide"> "#
        case 3: html += "<br>\n"
        default: word(&html, &random)
        }
      }
      html += "</p>\n"
    }
    return html + "</body></html>"
  }

  private mutating func word(_ html: inout String, _ random: inout SeededGenerator) {
    let word =
      [
        "the", "drawer", "of", "a", "quiet", "house", "opened", "in", "Größe", "evening", "日本",
        "paper", "letters", "harbour", "was", "and",
      ].randomElement(using: &random) ?? ""
    html += word
    html += " "
    letters += word.utf8.count
  }
}
