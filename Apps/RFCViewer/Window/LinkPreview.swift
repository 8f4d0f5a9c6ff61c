internal import Hikidashi
internal import RFCKit

/// What is told of a link, a mistake or an abbreviation while the pointer rests on it.
@MainActor
struct LinkPreview {
  let library: RFCLibrary
  let index: RFCIndex
  let document: ShownDocument
  let errata: DocumentErrata?
  let abbreviations: RFCAbbreviations?

  /// Nil where there is nothing to say.
  func part(for place: TextReader.PreviewPlace) -> Part? {
    let told = place.remarks.compactMap { Int($0) }.compactMap { errata?[$0] }
    if !told.isEmpty {
      let parts = told.flatMap { ErratumText.parts($0.erratum) }
      return Scroller(card(parts), maximumHeight: 420)
    }
    if let link = place.link.flatMap(ReaderLink.init) { return part(of: link) }
    guard let known = abbreviations?[place.word] else { return nil }
    return card([title(known.short), body(known.long)])
  }

  private func part(of link: ReaderLink) -> Part? {
    switch link {
    case .rfc(let number, let section): return rfc(number, section)
    case .series(let reference):
      let members = index.members(of: reference)
      guard !members.isEmpty else { return card([title(reference.description)]) }
      return card(
        [title(reference.description)] + members.map { body("RFC \($0.number): \($0.shownTitle)") })
    // A document that came meanwhile has other places.
    case .section(let position):
      guard document.layout.sections.indices.contains(position) else { return nil }
      let section = document.layout.sections[position]
      let document = document
      return card([title(section.heading.fullTitle)]) {
        Self.cut(document.document.paragraphs(document.layout, of: section))
      }
    case .listed(let position):
      guard document.layout.listed.indices.contains(position) else { return nil }
      let listed = document.layout.listed[position]
      let words = document.document.text.unicodeScalars
      let range = listed.span.scalars
      let text = String(
        String.UnicodeScalarView(words.dropFirst(range.lowerBound).prefix(range.count)))
      return card([body(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))])
    case .page(let position):
      guard document.layout.pages.indices.contains(position) else { return nil }
      return card([title(tr("Page {}", document.layout.pages[position].label))])
    case .address(let address):
      let isMail = address.hasPrefix("mailto:")
      return card([
        body(isMail ? String(address.dropFirst(7)) : address),
        note(isMail ? tr("Writes an e-mail") : tr("Opens in the browser")),
      ])
    }
  }

  private func rfc(_ number: Int, _ section: String?) -> Part {
    let entry = index[number]
    var parts = [title(tr("RFC {}", number) + (entry.map { ": " + $0.shownTitle } ?? ""))]
    if let entry {
      parts.append(note(entry.facts))
      if entry.isObsolete {
        let names = entry.obsoletedBy.map(\.description).joined(separator: ", ")
        parts.append(note(tr("Replaced by {}", names)))
      }
    }
    let library = library
    return card(parts) {
      (try? library.document(number)).map { Self.excerpt($0, section) }
        ?? tr("Its text isn’t on this computer yet.")
    }
  }

  /// What is known at once, and below it words that are found off the main thread.
  private func card(_ parts: [Part], words: @escaping @Sendable () -> String) -> Part {
    let body = body("")
    body.isVisible = false
    Task {
      body.text = await offMainThread(words)
      body.isVisible = true
    }
    return card(parts + [body])
  }

  private func card(_ parts: [Part]) -> Part {
    Stack(.vertical, spacing: 6, parts).margin(6).minimumSize(width: 280)
  }

  private func title(_ text: String) -> Label {
    Label(text).wrapping(columns: 52).styleClass("heading")
  }

  private func note(_ text: String) -> Label {
    Label(text).wrapping(columns: 52).styleClass("caption", "dim-label")
  }

  private func body(_ text: String) -> Label { Label(text).wrapping(columns: 52) }

  /// The beginning of a section, or of the abstract.
  private nonisolated static func excerpt(_ document: RFCDocument, _ name: String?) -> String {
    let layout = document.layout()
    guard let section = layout.section(name ?? "abstract") ?? layout.sections.first else {
      return ""
    }
    let words = cut(document.paragraphs(layout, of: section))
    return name == nil ? words : section.heading.fullTitle + "\n" + words
  }

  private nonisolated static func cut(_ paragraphs: [RFCParagraph]) -> String {
    var text = ""
    for paragraph in paragraphs.prefix(4) where text.count < 400 {
      text += (text.isEmpty ? "" : "\n\n") + paragraph.text
    }
    return text.count > 600 ? text.prefix(600) + "…" : text
  }
}

extension RFCIndex {
  /// The RFCs that a document of another series is made of, such as `BCP 14`, in the order of their numbers.
  ///
  /// - Complexity: O(*n*) in the entries.
  func members(of reference: DocumentReference) -> [RFCEntry] {
    entries.filter { $0.also.contains(reference) }.sorted { $0.number < $1.number }
  }
}
