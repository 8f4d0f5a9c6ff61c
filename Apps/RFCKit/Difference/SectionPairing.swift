/// Finds which sections of two documents are one.
///
/// Each two sections have a likeness: of their words, of their titles, and of where they stand. The
/// most alike are paired first, and each section has one partner at most. Then a section is paired with
/// the one in which most of those within it have their partners, and what is left with what stands
/// between the partners of its neighbours, if it is somewhat alike.
struct SectionPairing {
  /// Positions of sections; one of them may be missing.
  struct Place: Hashable {
    var old: Int?
    var new: Int?
  }

  /// All sections of both, in the order of the newer document.
  var order: [Place] { ordered() }

  private let old: [DocumentSection]
  private let new: [DocumentSection]
  /// The partner of each older section that has one.
  private var partners: [Int: Int] = [:]
  private var taken: Set<Int> = []

  init(_ old: ComparedText, _ new: ComparedText) {
    self.old = old.layout.sections
    self.new = new.layout.sections
    let candidates = SectionLikeness.candidates(old, new)
    pair(candidates.filter(\.isAlike))
    pairAround()
    pairBetween(candidates)
  }

  /// Pairs the most alike first.
  private mutating func pair(_ candidates: [SectionLikeness]) {
    let sorted = candidates.sorted {
      $0.likeness != $1.likeness
        ? $0.likeness > $1.likeness : ($0.old, $0.new) < ($1.old, $1.new)
    }
    for candidate in sorted where partners[candidate.old] == nil {
      guard taken.insert(candidate.new).inserted else { continue }
      partners[candidate.old] = candidate.new
    }
  }

  /// Pairs what has half of its sections, and of the other's, in common with another.
  private mutating func pairAround() {
    func within(_ sections: [DocumentSection]) -> [Int: [Int]] {
      Dictionary(grouping: sections.indices.filter { sections[$0].parent != nil }) {
        sections[$0].parent ?? 0
      }
    }
    let (older, newer) = (within(old), within(new))
    for place in old.indices.reversed() where partners[place] == nil {
      let parts = older[place, default: []]
      let above = parts.compactMap { partners[$0].flatMap { new[$0].parent } }
      let counts = Dictionary(above.map { ($0, 1) }, uniquingKeysWith: +)
      guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        best.value * 2 >= max(parts.count, newer[best.key, default: []].count),
        taken.insert(best.key).inserted
      else { continue }
      partners[place] = best.key
    }
  }

  /// Pairs what is left where the sections around or beside it are partners.
  private mutating func pairBetween(_ candidates: [SectionLikeness]) {
    let left = candidates.compactMap { candidate -> SectionLikeness? in
      guard partners[candidate.old] == nil, !taken.contains(candidate.new) else { return nil }
      let (above, other) = (old[candidate.old].parent, new[candidate.new].parent)
      let neighbours = [
        above != nil && above.flatMap { partners[$0] } == other,
        partners[candidate.old - 1] == candidate.new - 1,
        partners[candidate.old + 1] == candidate.new + 1,
      ].count { $0 }
      var result = candidate
      result.likeness = candidate.words * 0.8 + candidate.title + Double(neighbours) * 0.2
      let isSomewhat = candidate.words > 0.1 || candidate.isBare || candidate.title > 0.4
      return neighbours > 0 && result.likeness > 0.8 && isSomewhat ? result : nil
    }
    pair(left)
  }

  /// Each section that is only in the older document comes behind the one before it there.
  private func ordered() -> [Place] {
    var following: [Int: [Int]] = [:]
    var last = -1
    for place in old.indices {
      if let partner = partners[place] {
        last = partner
      } else {
        following[last, default: []].append(place)
      }
    }
    let back = Dictionary(partners.map { ($1, $0) }) { one, _ in one }
    return (-1..<new.count).flatMap { place in
      (place < 0 ? [] : [Place(old: back[place], new: place)])
        + following[place, default: []].map { Place(old: $0, new: nil) }
    }
  }
}
