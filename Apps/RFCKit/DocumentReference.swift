/// A document of a numbered series, which need not be an RFC.
public struct DocumentReference: Sendable, Hashable, Codable {
  /// The series in capitals: `RFC`, `STD`, `BCP`, `FYI`, `IEN`, `NIC`, `RTR`.
  public var series: String
  /// The number in the series, without padding.
  public var number: Int

  public init(series: String = "RFC", number: Int) {
    self.series = series
    self.number = number
  }

  /// Whether the document is an RFC, so that it can be opened in a library of RFCs.
  public var isRFC: Bool { series == "RFC" }
}

extension DocumentReference: CustomStringConvertible {
  public var description: String { "\(series) \(number)" }
}
