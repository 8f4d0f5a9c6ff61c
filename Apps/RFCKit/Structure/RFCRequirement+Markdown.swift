extension [RFCRequirement] {
  /// The requirements as a document of Markdown: a heading for each section, and an item for each
  /// sentence.
  ///
  /// - Parameter title: The title of the whole.
  /// - Complexity: O(*n*) in the sentences.
  public func markdown(of title: String) -> String {
    var text = "# " + title + "\n"
    var section: DocumentSection?
    for (position, requirement) in enumerated() {
      if position == 0 || requirement.section != section {
        section = requirement.section
        if let heading = section?.heading {
          let name = [heading.number, heading.title].compactMap(\.self).joined(separator: " ")
          text += "\n## " + Self.escaped(name) + "\n"
        }
        text += "\n"
      }
      let words = requirement.keywords.map(\.rawValue).joined(separator: ", ")
      text += "- **" + words + "**: " + Self.escaped(requirement.sentence) + "\n"
    }
    return text
  }

  /// A text in which what means something to Markdown stands for itself.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\`*_[]<>#|".contains(character) { result += "\\" }
      result.append(character)
    }
  }
}
