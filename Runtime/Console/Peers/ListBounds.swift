import Wire

/// The end of a page of a list: for each host the number below which its records are on the next page.
///
/// Its text is a number on a host that is alone, and else `<host>-<number>` for each host, where the host is a digest
/// of its name.
package struct ListBounds: Codable, Sendable, Hashable {
  /// The bound of the host that shows the page, if no other was up.
  private var own: UInt64?
  private var others: [String: UInt64] = [:]

  init(own: UInt64) { self.own = own }

  init(_ bounds: [String: UInt64]) {
    others = Dictionary(bounds.map { (Self.digest(of: $0), $1) }) { min($0, $1) }
  }

  /// Reads the text of a query.
  ///
  /// - Returns: nil if it is no page's end.
  package init?(_ text: String) {
    if let number = UInt64(text) {
      own = number
      return
    }
    for part in text.split(separator: ".") {
      let halves = part.split(separator: "-")
      guard halves.count == 2, let number = UInt64(halves[1]) else { return nil }
      others[String(halves[0])] = number
    }
    if others.isEmpty { return nil }
  }

  package var text: String {
    own.map { "\($0)" } ?? others.sorted { $0.key < $1.key }.map { "\($0)-\($1)" }.joined(separator: ".")
  }

  /// The bound of a host. It is 0 for a host that the page before did not show, so that such a host adds no newer
  /// records to this page.
  func bound(of host: String, isOwn: Bool) -> UInt64 { others[Self.digest(of: host)] ?? (isOwn ? own : nil) ?? 0 }

  /// A hash of the host's name.
  private static func digest(of host: String) -> String { String(FNV1a(host).value, radix: 36) }
}
