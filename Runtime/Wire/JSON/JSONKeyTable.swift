/// The keys of one object of a JSON text by their names: a hash table of token indices with linear probing.
///
/// A slot takes four bytes. From 32 keys on at least half of the slots are in use. The names stay in the text.
struct JSONKeyTable {
  private let object: Int
  /// Indices of keys; 0, which is no key's, where a slot is free.
  private var slots: [UInt32] = []
  private var count = 0

  /// An object's keys.
  init(object: Int, in tape: JSONTape) {
    self.object = object
    var count = 0
    for _ in tape.keys(of: object) { count += 1 }
    slots = Self.slots(for: count)
    for key in tape.keys(of: object) { _ = place(key, in: tape) }
  }

  /// The keys, before a certain one, of an object that is still being scanned.
  init(object: Int, before end: Int, in tape: JSONTape) {
    self.object = object
    rebuild(before: end, in: tape, for: 16)
  }

  /// Adds a key that comes after those in the table.
  ///
  /// - Returns: false if the table has an equal key.
  mutating func insert(_ key: Int, in tape: JSONTape) -> Bool {
    if (count + 1) * 4 > slots.count * 3 { rebuild(before: key, in: tape, for: count * 5 / 4) }
    return place(key, in: tape)
  }

  /// The index of the key with a name, byte for byte; nil if the object has no such key.
  func find(_ name: String, in tape: JSONTape) -> Int? {
    guard !slots.isEmpty else { return nil }
    // The slot may hold a key that is equal by Unicode alone. Then the object has no other one: it would be a duplicate.
    let key = Int(slots[slot(of: name, in: tape)])
    var name = name
    return key != 0 && tape.isKey(key, &name) ? key : nil
  }

  /// Free slots for a number of keys, which take two thirds of them at most.
  private static func slots(for count: Int) -> [UInt32] { Array(repeating: 0, count: count * 3 / 2 + 4) }

  /// Frees the old slots before it makes the new ones, so that their memory does not add up.
  private mutating func rebuild(before end: Int, in tape: JSONTape, for most: Int) {
    slots = []
    slots = Self.slots(for: most)
    count = 0
    var key = object + 1
    while key < end {
      _ = place(key, in: tape)
      key = tape.next(after: key + 1)
    }
  }

  private mutating func place(_ key: Int, in tape: JSONTape) -> Bool {
    let slot = slot(of: tape.string(at: key), in: tape)
    guard slots[slot] == 0 else { return false }
    slots[slot] = UInt32(truncatingIfNeeded: key)
    count += 1
    return true
  }

  /// The slot that holds a name, or would hold it. Names that differ in bytes are equal where Unicode says so, as in a
  /// dictionary.
  private func slot(of name: String, in tape: JSONTape) -> Int {
    let hash = UInt(bitPattern: name.hashValue)
    var slot = Int(hash.multipliedFullWidth(by: UInt(slots.count)).high)
    while slots[slot] != 0, tape.string(at: Int(slots[slot])) != name {
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    return slot
  }
}
