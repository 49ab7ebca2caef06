/// The records of one host for a list.
package struct ListPart<Record: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  /// The records in the list's order.
  package var records: [Record]
  package var hasMore: Bool

  /// The first half of the records; nil if there is at most one.
  var halved: ListPart? {
    records.count > 1 ? ListPart(records: Array(records.prefix(records.count / 2)), hasMore: true) : nil
  }
}
