internal import CHikidashiScan

/// Texts that are folded once, and answer at each key which of them have all words.
///
/// Case, width and accents do not count, nor do hiragana and katakana, and a letter with a stroke is the
/// letter without it: “muller” finds “Müller”, “ｶﾒﾗ” finds “カメラ”, “oresund” finds “Øresund”. Kana with
/// and without voicing marks stay different.
///
/// ```swift
/// let index = WordIndex(notes.lazy.map { $0.title + "\n" + $0.text })
/// index.matches("muller zur")              // [false, true, false]
/// ```
///
/// - Source: UTS #44 (NFKC_Casefold) for case, width and compatibility forms.
public struct WordIndex: Sendable {
  /// The folded texts, each with a separator behind it that no text and no word has.
  let bytes: [UInt8]
  /// The place where each text begins, and one past the last.
  let starts: [Int]

  static let separator: UInt8 = 0

  /// Folds texts.
  ///
  /// - Complexity: O(*n*) in their lengths.
  public init(_ texts: some Sequence<String>) {
    self.init(texts) { text, add in add(text) }
  }

  /// Folds the texts of items that have several each, such as a title and the names of authors. A word
  /// is found within one of them, and never across two.
  ///
  /// ```swift
  /// let index = WordIndex(books) { book, add in
  ///   add(book.title)
  ///   book.authors.forEach(add)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - items: What is searched for.
  ///   - texts: Calls its second argument with each text of an item.
  /// - Complexity: O(*n*) in their lengths.
  public init<Item>(
    _ items: some Sequence<Item>, texts: (_ item: Item, _ add: (String) -> Void) -> Void
  ) {
    var bytes: [UInt8] = []
    var starts = [0]
    for item in items {
      texts(item) { text in
        WordFolding.append(text, to: &bytes)
        bytes.append(Self.separator)
      }
      starts.append(bytes.count)
    }
    // The scan reads a little behind the last.
    bytes += [UInt8](repeating: Self.separator, count: TextNeedle.margin)
    self.bytes = bytes
    self.starts = starts
  }

  /// Takes the texts at some places of another index, in that order.
  ///
  /// - Complexity: O(*n*) in their lengths.
  init(_ other: WordIndex, at places: some Sequence<Int>) {
    var bytes: [UInt8] = []
    var starts = [0]
    bytes.reserveCapacity(other.bytes.count)
    starts.reserveCapacity(other.starts.count)
    for place in places {
      bytes += other.bytes[other.starts[place]..<other.starts[place + 1]]
      starts.append(bytes.count)
    }
    bytes += [UInt8](repeating: Self.separator, count: TextNeedle.margin)
    self.bytes = bytes
    self.starts = starts
  }

  /// The number of texts, or of items.
  public var count: Int { starts.count - 1 }

  /// Returns whether each text or item has all words, which are separated by spaces. No words match every text.
  ///
  /// - Complexity: O(*n* · *w*) in the lengths of the texts and the number of words, at the speed of a
  ///   scan of memory.
  public func matches(_ words: String) -> [Bool] {
    let words = Self.words(of: words)
    guard var result = words.first.map(matches(word:)) else {
      return [Bool](repeating: true, count: count)
    }
    for word in words.dropFirst() {
      let hits = matches(word: word)
      for place in result.indices where !hits[place] { result[place] = false }
    }
    return result
  }

  /// Returns whether each text or item has one word, which may have spaces in it. Nothing is in every text.
  ///
  /// - Complexity: O(*n*) in the lengths of the texts.
  public func matches(word: String) -> [Bool] {
    let word = WordFolding.folded(word)
    var hits = [Bool](repeating: word.isEmpty, count: count)
    find(word) { place in
      hits[place] = true
      return true
    }
    return hits
  }

  /// Returns which of some texts or items have one word; of the others nothing is looked at where they are
  /// many.
  ///
  /// - Parameter candidates: Whether each is looked at; as many as there are texts or items.
  /// - Complexity: O(*n*) in the lengths of the candidates, and at most in those of all.
  public func matches(word: String, among candidates: [Bool]) -> [Bool] {
    precondition(candidates.count == count, "there are \(count) texts, not \(candidates.count)")
    let word = WordFolding.folded(word)
    guard !word.isEmpty else { return candidates }
    var hits = [Bool](repeating: false, count: count)
    // One scan of all is quicker than many short ones.
    guard candidates.count(where: \.self) < count / 4 else {
      find(word) { place in
        hits[place] = candidates[place]
        return true
      }
      return hits
    }
    guard !word.contains(Self.separator) else { return hits }
    TextNeedle(word).withNeedle { needle in
      bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        for place in candidates.indices where candidates[place] {
          let length = starts[place + 1] - starts[place]
          hits[place] = hk_text_find(start + starts[place], length, needle) < length
        }
      }
    }
    return hits
  }

  /// Calls `found` with the number of each text that has a folded word, in their order, until it returns
  /// false. Nothing is found nowhere.
  ///
  /// - Complexity: O(*n*) in the lengths of the texts until then.
  func find(_ word: [UInt8], _ found: (Int) -> Bool) {
    guard !word.isEmpty, !word.contains(Self.separator) else { return }
    TextNeedle(word).withNeedle { needle in
      bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        let end = bytes.count - TextNeedle.margin
        var (at, place) = (0, 0)
        while at < end {
          at += hk_text_find(start + at, end - at, needle)
          guard at < end else { return }
          while starts[place + 1] <= at { place += 1 }
          guard found(place) else { return }
          // The search goes on in the next text.
          at = starts[place + 1]
        }
      }
    }
  }

  /// The words of a text, folded: in small letters, of common width, without accents.
  ///
  /// ```swift
  /// WordIndex.words(of: "ＲＦＣ Ünicode")       // ["rfc", "unicode"]
  /// ```
  public static func words(of text: String) -> [String] {
    String(decoding: WordFolding.folded(text), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
