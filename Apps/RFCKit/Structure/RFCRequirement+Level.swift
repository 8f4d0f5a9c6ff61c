extension RFCRequirement {
  /// How much a word of RFC 2119 asks for.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// It must be so, or must not.
    case must
    /// It should be so, or should not.
    case should
    /// One is free to do it.
    case may
  }

  /// The levels of its words, the strictest first.
  public var levels: [Level] {
    let own = Set(keywords.map(\.level))
    return Level.allCases.filter(own.contains)
  }
}

extension RFCRequirement.Keyword {
  /// How much the word asks for.
  public var level: RFCRequirement.Level {
    switch self {
    case .must, .mustNot, .required, .shall, .shallNot: .must
    case .should, .shouldNot, .recommended, .notRecommended: .should
    case .may, .optional: .may
    }
  }
}

extension [RFCRequirement] {
  /// The requirements as a table of tab-separated values: number and title of the section, words, sentence.
  ///
  /// - Complexity: O(*n*) in the sentences.
  public var tsv: String {
    let rows = map { requirement in
      [
        requirement.section?.heading.number ?? "", requirement.section?.heading.title ?? "",
        requirement.keywords.map(\.rawValue).joined(separator: ", "), requirement.sentence,
      ]
    }
    return ([["section", "title", "keywords", "sentence"]] + rows).map { row in
      row.map { $0.map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined() }
        .joined(separator: "\t") + "\n"
    }.joined()
  }
}
