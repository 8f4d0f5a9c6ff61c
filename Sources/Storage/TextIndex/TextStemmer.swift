internal import CHikidashiSQLite
import Glibc
internal import HikidashiBase

/// What the index makes of a word, by FTS5's own tokenizers, so that what is marked is what was found.
final class TextStemmer: Sendable {
  private let tokenizer: Guarded<Tokenizer>

  // @unchecked: it is reached with the lock held.
  private final class Tokenizer: @unchecked Sendable {
    let handle: OpaquePointer?

    init(_ words: [String]) {
      let copies = words.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      let pointers = copies.map { $0.map { UnsafePointer($0) } }
      handle = hk_tokenizer_make(pointers, Int32(pointers.count))
    }

    deinit { hk_tokenizer_free(handle) }
  }

  init(_ language: TextIndex.Language) {
    tokenizer = Guarded(Tokenizer(language.tokenizer))
  }

  /// Hands out a function that returns the stem of a word, empty where it has none.
  func use<Result>(
    _ body: ((UnsafeBufferPointer<UInt8>) -> [UInt8]) -> sending Result
  ) -> sending Result {
    tokenizer.withLock { tokenizer in body { Self.stem($0, tokenizer.handle) } }
  }

  /// Porter leaves longer words as they are.
  private static let longest = 64

  private static func stem(
    _ word: UnsafeBufferPointer<UInt8>, _ tokenizer: OpaquePointer?
  ) -> [UInt8] {
    guard let tokenizer, let start = word.baseAddress, word.count <= longest else {
      return Array(word)
    }
    return [UInt8](unsafeUninitializedCapacity: longest * 2) { buffer, count in
      guard let token = buffer.baseAddress else { return }
      let capacity = Int32(buffer.count)
      count = Int(
        token.withMemoryRebound(to: CChar.self, capacity: buffer.count) { token in
          start.withMemoryRebound(to: CChar.self, capacity: word.count) { start in
            hk_tokenizer_first(tokenizer, start, Int32(word.count), token, capacity)
          }
        })
    }
  }
}

extension TextIndex.Language {
  /// The words of FTS5's option `tokenize`.
  var tokenizer: [String] {
    let plain = ["unicode61", "remove_diacritics", "2"]
    return switch self {
    case .any: plain
    case .english: ["porter"] + plain
    }
  }
}
