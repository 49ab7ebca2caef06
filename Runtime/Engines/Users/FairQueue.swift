/// A queue of elements that belong to users: each user's leave in the order in which they came, and the users take
/// turns. So a user with many elements delays those of others by one at a time.
///
/// The program itself, a user without a name, takes its turn too.
struct FairQueue<Element> {
  struct Entry {
    let id: UInt64
    let user: String?
    let element: Element
  }

  /// The entries of each user, which are never empty. The users stand in the order of their turns.
  private var entries: [[Entry]] = []

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.reduce(0) { $0 + $1.count } }
  var firsts: [Entry] { entries.compactMap(\.first) }

  mutating func append(_ element: Element, as id: UInt64, of user: String?) {
    let entry = Entry(id: id, user: user, element: element)
    if let index = entries.firstIndex(where: { $0.first?.user == user }) {
      entries[index].append(entry)
    } else {
      entries.append([entry])
    }
  }

  /// Takes the first entry of the user whose turn it is.
  ///
  /// - Parameter shares: The shares of the users; a user whose share is used up is passed over, and keeps its turn. `nil`
  ///   for no limits.
  mutating func takeFirst(within shares: UserShares? = nil) -> Entry? {
    let index = entries.firstIndex { shares?.admits($0.first?.user) ?? true }
    guard let index else { return nil }
    var own = entries.remove(at: index)
    let first = own.removeFirst()
    if !own.isEmpty { entries.append(own) }
    return first
  }

  /// Removes an element; `nil` if it has left the queue.
  mutating func remove(_ id: UInt64) -> Element? {
    for index in entries.indices {
      guard let place = entries[index].firstIndex(where: { $0.id == id }) else { continue }
      let element = entries[index].remove(at: place).element
      if entries[index].isEmpty { entries.remove(at: index) }
      return element
    }
    return nil
  }

  /// Removes the elements of each user up to the first that is to stay.
  mutating func takeAll(while leaves: (Element) -> Bool) -> [Entry] {
    var taken: [Entry] = []
    for index in entries.indices {
      let own = entries[index].prefix { leaves($0.element) }
      taken += own
      entries[index].removeFirst(own.count)
    }
    entries.removeAll { $0.isEmpty }
    return taken
  }
}
