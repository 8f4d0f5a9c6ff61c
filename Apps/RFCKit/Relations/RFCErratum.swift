/// A mistake in an RFC that somebody reported to the RFC Editor.
public struct RFCErratum: Sendable, Hashable {
  /// What became of the report.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// It is a mistake, and the correction is right.
    case verified = "Verified"
    /// It is for the next version of the document to weigh.
    case held = "Held for Document Update"
    /// Nobody has decided yet.
    case reported = "Reported"
    /// It is no mistake.
    case rejected = "Rejected"

    /// Whether it is shown to a reader who has not asked for all.
    public var isShown: Bool { self == .verified || self == .held }
  }

  /// What the mistake is about.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// What the document means.
    case technical = "Technical"
    /// How it is written.
    case editorial = "Editorial"
  }

  /// The number of the report.
  public var id: Int
  /// The RFC.
  public var number: Int
  /// What became of the report.
  public var status: Status
  /// nil where the report has a word that is not known.
  public var kind: Kind?
  /// The section, as the person who reported it wrote it.
  public var section: String
  /// The words of the document; empty where there are none, as where something is missing.
  public var original: String
  /// What they should be.
  public var corrected: String
  /// Why.
  public var notes: String
  /// When it was reported: `2012-05-07`.
  public var date: String
  /// Who reported it.
  public var reporter: String

  /// The page of the RFC Editor about it.
  public var address: String { "https://www.rfc-editor.org/errata/eid\(id)" }
}

extension RFCErratum.Status {
  /// The name to show, in the reader's language.
  public var title: String {
    switch self {
    case .verified: tr("Verified")
    case .held: tr("Held for the next version")
    case .reported: tr("Reported")
    case .rejected: tr("Rejected")
    }
  }
}

extension RFCErratum.Kind {
  /// The name to show, in the reader's language.
  public var title: String {
    switch self {
    case .technical: tr("Technical")
    case .editorial: tr("Editorial")
    }
  }
}
