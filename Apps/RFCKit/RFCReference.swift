/// A place in a text that mentions an RFC.
public struct RFCReference: Sendable, Hashable {
  /// The number that is mentioned, 1 to 99999.
  public var number: Int
  /// Where the mention is: `RFC 2119`, or the number alone further on in a list of them.
  public var span: TextSpan
}
