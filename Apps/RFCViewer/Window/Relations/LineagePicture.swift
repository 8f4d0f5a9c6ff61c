internal import Hikidashi
internal import RFCKit

/// A lineage as it is drawn: a line of time with the newest document on top, and an arc from each document to
/// what it replaces, or dashed to what it updates.
struct LineagePicture {
  let graph: LineageGraph
  /// The width that there is.
  let width: Double

  private static let row = 46.0
  private static let top = 14.0

  static func height(of graph: LineageGraph) -> Double {
    top * 2 + row * Double(graph.documents.count) + 22
  }

  /// Where the line of time stands.
  private var spine: Double { min(max(width * 0.25, 56), 170) }

  private func y(_ place: Int) -> Double { Self.top + Self.row * (Double(place) + 0.5) }

  /// The points of an arc: from, two that it bends to, to.
  private func arc(_ edge: LineageGraph.Edge) -> [Point] {
    let span = Double(abs(edge.older - edge.newer))
    // Arcs over many documents lie further out, and none beyond the edge.
    let share = span / (span + Double(graph.documents.count) / 4)
    let depth = (16 + (spine - 30) * share) * 4 / 3
    let (start, end) = (y(edge.newer), y(edge.older))
    return [
      Point(spine, start), Point(spine - depth, start), Point(spine - depth, end),
      Point(spine, end),
    ]
  }

  private func touches(_ edge: LineageGraph.Edge) -> Bool {
    edge.newer == graph.subject || edge.older == graph.subject
  }

  /// What a title has room for.
  private func title(_ document: LineageGraph.Document) -> String {
    let most = max(Int((width - spine - 30) / 6.4), 8)
    guard document.title.count > most else { return document.title }
    return document.title.prefix(most - 1) + "…"
  }

  private func name(_ document: LineageGraph.Document) -> String {
    let name = tr("RFC {}", document.number)
    return document.year.map { name + " · \($0)" } ?? name
  }

  /// What a screen reader says of a document.
  func label(_ place: Int) -> String {
    let document = graph.documents[place]
    func numbers(isUpdate: Bool) -> String {
      graph.edges.filter { $0.newer == place && $0.isUpdate == isUpdate }
        .map { String(graph.documents[$0.older].number) }.joined(separator: ", ")
    }
    var words = [name(document) + ", " + document.title]
    if document.isObsolete { words.append(tr("Obsolete")) }
    let (replaced, updated) = (numbers(isUpdate: false), numbers(isUpdate: true))
    if !replaced.isEmpty { words.append(tr("replaces {}", replaced)) }
    if !updated.isEmpty { words.append(tr("updates {}", updated)) }
    return words.joined(separator: "; ")
  }

  var legend: String { tr("— replaces   ╌ updates   ● in force   ○ obsolete") }

  @DrawingBuilder
  var shapes: [Shape] {
    let last = graph.documents.count - 1
    Shape.line(from: Point(spine, y(0)), to: Point(spine, y(last))).opacity(0.25)
    for edge in graph.edges {
      let points = arc(edge)
      Shape.path(Self.path(points))
        .stroke(
          touches(edge) ? .accent : .foreground, width: touches(edge) ? 2 : 1.25,
          dashes: edge.isUpdate ? [5, 4] : []
        ).opacity(touches(edge) ? 1 : 0.5)
    }
    for (place, document) in graph.documents.enumerated() {
      self.shape(document, at: place)
    }
    Shape.text(legend, at: Point(14, y(last) + Self.row / 2 + 8), font: Font(size: 12))
      .opacity(0.75)
  }

  private func shape(_ document: LineageGraph.Document, at place: Int) -> Shape {
    let isSubject = place == graph.subject
    let dot = Shape.circle(center: Point(spine, y(place)), radius: isSubject ? 7 : 5)
    let paint: Paint = isSubject ? .accent : .foreground
    let x = spine + 16
    return Shape.group {
      // It takes the pointer over the whole row.
      Shape.rectangle(Rect(spine - 10, y(place) - Self.row / 2, width - spine, Self.row))
        .fill(.clear)
      if document.isObsolete {
        dot.fill(Paint.color(Color(0.5, 0.5, 0.5, 0.25))).stroke(paint, width: 1.5)
      } else {
        dot.fill(paint)
      }
      Shape.text(
        name(document), at: Point(x, y(place) - 18),
        font: Font(size: 14, isBold: isSubject || !document.isObsolete)
      )
      Shape.text(title(document), at: Point(x, y(place) + 1), font: Font(size: 12))
        .opacity(document.isObsolete ? 0.7 : 0.9)
    }.named(String(document.number), label: label(place))
  }

  private static func path(_ points: [Point]) -> Path {
    var path = Path()
    path.move(to: points[0])
    path.curve(to: points[3], points[1], points[2])
    return path
  }
}

// MARK: - SVG

extension LineagePicture {
  /// The picture as a file of SVG, dark on white.
  ///
  /// - Source: Scalable Vector Graphics (SVG) 1.1, https://www.w3.org/TR/SVG11/
  var svg: String {
    let height = Self.height(of: graph)
    func number(_ value: Double) -> String { String(Int(value.rounded())) }
    func text(_ words: String, _ x: Double, _ y: Double, _ rest: String) -> String {
      "<text x=\"\(number(x))\" y=\"\(number(y))\" \(rest)>\(Self.escaped(words))</text>"
    }
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(width))\" "
        + "height=\"\(number(height))\" font-family=\"sans-serif\">",
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      "<path d=\"M\(number(spine)) \(number(y(0)))V\(number(y(graph.documents.count - 1)))\" "
        + "stroke=\"#cccccc\"/>",
    ]
    for edge in graph.edges {
      let points = arc(edge).map { number($0.x) + " " + number($0.y) }
      let color = touches(edge) ? "#1a5fb4" : "#888888"
      let dashes = edge.isUpdate ? " stroke-dasharray=\"5 4\"" : ""
      lines.append(
        "<path d=\"M\(points[0])C\(points[1]) \(points[2]) \(points[3])\" fill=\"none\" "
          + "stroke=\"\(color)\" stroke-width=\"\(touches(edge) ? 2 : 1)\"\(dashes)/>")
    }
    for (place, document) in graph.documents.enumerated() {
      let color = place == graph.subject ? "#1a5fb4" : "#222222"
      let fill = document.isObsolete ? "#ffffff" : color
      lines.append(
        "<circle cx=\"\(number(spine))\" cy=\"\(number(y(place)))\" r=\"5\" fill=\"\(fill)\" "
          + "stroke=\"\(color)\"/>")
      let weight = document.isObsolete ? "" : "font-weight=\"bold\" "
      lines.append(
        text(name(document), spine + 16, y(place) - 5, weight + "font-size=\"14\" fill=\"#222222\"")
      )
      lines.append(
        text(
          document.title, spine + 16, y(place) + 12,
          "font-size=\"12\" fill=\"\(document.isObsolete ? "#6b6b6b" : "#444444")\""))
    }
    lines.append(text(legend, 14, height - 14, "font-size=\"12\" fill=\"#6b6b6b\""))
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
