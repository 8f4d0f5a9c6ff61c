import FoundationEssentials
import Hikidashi
import HikidashiLoadingTesting

enum TimelinePage: GalleryPage {
  static let title = tr("Timeline")
  static let summary = tr(
    """
    Scroll, and let posts come above: what you read stays where it is. Portraits are loaded by \
    their addresses.
    """)
  static let file = #filePath

  static func make() -> Part {
    let pictures = PictureStore(Connector(transports: [Portraits.transport]), byteLimit: 1 << 20)
    let cells = Cells<Post> {
      PostCell(pictures)
    } bind: { cell, row in
      cell.show(row.item)
    } unbind: { cell in
      cell.portrait.url = nil
    }
    var next = 10_000
    let first = (0..<next).map { Post(number: next - 1 - $0).node }
    let posts = (try? Outline(first)) ?? Outline()
    let timeline = OutlineView(posts, text: { "\($0.name): \($0.text)" }, cells: cells)
      .selection(.none).style(.flat).announcingNewRows(at: .top).accessibleLabel("Posts")
    return Stack(.vertical, spacing: 0) {
      timeline
      Stack(.horizontal, spacing: 6) {
        Button("_Add 500 above") {
          let new = (next..<next + 500).reversed().map { Post(number: $0).node }
          next += 500
          timeline.change { posts in try? posts.edit { try $0.insert(new, under: nil, at: 0) } }
        }
        Button("_Go to post 5,000") { timeline.scroll(to: Post(number: 5_000).id, .top) }
      }.margin(6)
    }
  }
}

/// What stands in one row.
private final class PostCell: Stack {
  let portrait: PictureBox
  private let name = Label().styleClass("heading").ellipsized()
  private let text = Label().wrapping()
  private let date = Label().styleClass("dim-label", "caption")

  init(_ pictures: PictureStore) {
    portrait = PictureBox(pictures, width: 40, height: 40, placeholder: "avatar-default-symbolic")
    let words = Stack(
      .vertical, spacing: 2,
      [Stack(.horizontal, spacing: 6, [name.expand(.horizontal), date]), text])
    super.init(.horizontal, spacing: 12, [portrait, words.expand(.horizontal)])
    margin(8)
  }

  func show(_ post: Post) {
    name.text = post.name
    text.text = post.text
    date.text = post.date
    portrait.url = post.portrait
  }
}

/// A post that is made of its number.
private struct Post: Sendable {
  let number: Int

  var id: NodeID { NodeID(rawValue: UInt64(number) + 1) }
  var node: Node<Post> { Node(self, id: id) }
  var name: String { Post.names[author] }
  var portrait: URL? { URL(string: "https://example.org/\(author).png") }
  private var author: Int { number * number / 3 % Post.names.count }

  var text: String {
    (0..<4 + number * 37 % 50).map {
      Post.words[($0 * (number % 7 + 3) + number) % Post.words.count]
    }
    .joined(separator: " ") + "."
  }

  /// An hour lies between two posts.
  var date: String {
    let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 3_600)
    return Date.ISO8601FormatStyle().year().month().day().format(date)
  }

  private static let names = ["Ada", "Barbara", "Edsger", "Grace", "Hatsune", "Niklaus", "Sanma"]
  private static let words = [
    "drawers", "open", "quietly", "when", "the", "wood", "is", "dry", "and", "a", "carpenter",
    "remembers", "引き出し", "made", "of", "paulownia", "keep", "their", "papers", "well", "for",
    "a hundred", "years",
  ]
}

extension TableStyle {
  /// As ever, without the room that a tree leaves for its icons.
  fileprivate static var flat: TableStyle {
    var style = TableStyle.standard
    style.alignsText = false
    return style
  }
}

/// A server that draws each portrait: a field of one colour.
private enum Portraits {
  static let transport = ScriptedTransport { request in
    let digits = "\(request.target)".filter(\.isNumber)
    let number = Int(digits.prefix(4)) ?? 0
    let pixel: [UInt8] = [UInt8(60 + number * 53 % 160), UInt8(90 + number * 29 % 120), 150, 255]
    let pixels = (0..<64 * 64).flatMap { _ in pixel }
    let picture = Picture(width: 64, height: 64, pixels: pixels)
    return TransferScript(headers: ["Content-Type": "image/png"], body: picture?.encoded ?? [])
  }
}
