import FoundationEssentials
package import Host

/// The lists of several hosts as one, the newest record first.
package struct MergedList<Record: RingRecord & Codable & Hashable> {
  /// A record with the host that has it.
  package typealias Item = HostValue<Record>

  package let items: [Item]
  /// The end of the page; nil on the last one.
  package let end: ListBounds?

  /// Merges lists that are each in the order of their numbers.
  ///
  /// - Parameter isAlone: whether there is no other host, so that the end of the page is a number.
  package init(_ parts: [HostValue<ListPart<Record>>], isAlone: Bool, limit: Int) {
    var places = parts.map { _ in 0 }
    var bounds: [String: UInt64] = [:]
    var items: [Item] = []
    var isComplete = true
    while items.count < limit {
      var newest: (part: Int, time: Date)?
      for (index, part) in parts.enumerated() {
        guard places[index] < part.value.records.count else { continue }
        let date = part.value.records[places[index]].time
        if let found = newest, found.time >= date { continue }
        newest = (index, date)
      }
      guard let newest else { break }
      let part = parts[newest.part]
      let record = part.value.records[places[newest.part]]
      places[newest.part] += 1
      items.append(part.with(record))
      bounds[part.host] = record.sequence
      // The next records of this host are not in its part. They may be newer than all that is left of the other hosts.
      if places[newest.part] == part.value.records.count, part.value.hasMore {
        isComplete = false
        break
      }
    }
    for (index, part) in parts.enumerated() where places[index] < part.value.records.count {
      isComplete = false
      // None of this host's records were shown: all of them are on the next page.
      if bounds[part.host] == nil { bounds[part.host] = part.value.records[0].sequence &+ 1 }
    }
    self.items = items
    if isComplete || items.isEmpty {
      end = nil
    } else if isAlone, let last = items.last {
      end = ListBounds(own: last.value.sequence)
    } else {
      end = ListBounds(bounds)
    }
  }
}
