/// Values under unique keys, in the order in which the keys were first set.
///
/// A few keys are compared one by one. More are looked up in a hash table, so that a hostile object costs no more than
/// its size.
struct OrderedMembers<Value> {
  /// How many keys are compared one by one.
  private static var few: Int { 16 }

  private(set) var elements: [(key: String, value: Value)] = []
  /// The table, with linear probing: an index of `elements` plus one; 0 where a slot is free. Empty while the keys are
  /// few.
  private var slots: [UInt32] = []

  init() {}

  /// Members whose keys are known to be unique.
  init(unique elements: [(key: String, value: Value)]) {
    self.elements = elements
    if elements.count > Self.few { index(for: elements.count) }
  }

  mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  /// The value of a key. A key that is set again keeps its place.
  subscript(_ key: String) -> Value? { place(of: key).map { elements[$0].value } }

  mutating func set(_ key: String, _ value: Value) {
    if let place = place(of: key) {
      elements[place].value = value
      return
    }
    elements.append((key, value))
    if elements.count <= Self.few { return }
    // At most three quarters of the slots are in use.
    if elements.count * 4 > slots.count * 3 {
      index(for: elements.count * 2)
    } else {
      slots[slot(of: key)] = UInt32(truncatingIfNeeded: elements.count)
    }
  }

  /// Removes a member, in time that grows with the number of members.
  mutating func remove(_ key: String) -> Value? {
    guard let place = place(of: key) else { return nil }
    let removed = elements.remove(at: place).value
    slots = []
    if elements.count > Self.few { index(for: elements.count) }
    return removed
  }

  // MARK: Look-up

  private func place(of key: String) -> Int? {
    if slots.isEmpty { return elements.firstIndex { $0.key == key } }
    let entry = Int(slots[slot(of: key)])
    return entry == 0 ? nil : entry - 1
  }

  /// Makes the table anew, with room for so many members.
  private mutating func index(for most: Int) {
    slots = []
    slots = Array(repeating: 0, count: most * 3 / 2 + 4)
    for (place, element) in elements.enumerated() {
      slots[slot(of: element.key)] = UInt32(truncatingIfNeeded: place + 1)
    }
  }

  /// The slot that holds a key, or would hold it.
  private func slot(of key: String) -> Int {
    let hash = UInt(bitPattern: key.hashValue)
    var slot = Int(hash.multipliedFullWidth(by: UInt(slots.count)).high)
    while slots[slot] != 0, elements[Int(slots[slot]) - 1].key != key {
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    return slot
  }
}

extension OrderedMembers: Sendable where Value: Sendable {}
