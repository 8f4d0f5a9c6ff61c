/// The name of a person, divided as lists of references want it.
///
/// ```swift
/// let name = RFCAuthor(name: "D. van der Test 3rd").person
/// print(name?.initials, name?.surname, name?.suffix)  // D., van der Test, 3rd
/// ```
public struct RFCPersonName: Sendable, Hashable {
  /// The initials as printed: `K.`, `J.-L.`, `RJ`, `S P.`.
  public let initials: String
  /// The surname, which may have several words: `De Schepper`, `St. Johns`.
  public let surname: String
  /// The suffix behind the surname: `Jr.`, `III`, `3rd`.
  public let suffix: String?
  /// Surname and suffix as printed: `Eastlake 3rd`, `Birrane, III`.
  public let lastName: String
}

extension RFCAuthor {
  /// The name of the person, or nil where an organization is named.
  public var person: RFCPersonName? {
    var name = name
    return name.withUTF8 { AuthorText(ByteSlice($0)).person }
  }
}
