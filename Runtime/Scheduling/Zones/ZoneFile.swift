/// Reads a compiled time zone file (TZif, RFC 9636) of version 2 or later: its 64-bit data and the rule after them.
///
/// Any bytes result in a zone or an error.
struct ZoneFile {
  private let bytes: [UInt8]
  private var position = 0

  /// The reason why a file cannot be used.
  struct Flaw: Error, Hashable {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// - Throws: ``Flaw``.
  static func zone(from bytes: [UInt8]) throws(Flaw) -> Zone {
    var file = ZoneFile(bytes: bytes)
    return try file.zone()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func zone() throws(Flaw) -> Zone {
    let old = try header()
    guard let oldSize = old.size(timeWidth: 4), oldSize <= bytes.count - position else {
      throw Flaw("its first block is cut off")
    }
    position += oldSize
    let header = try header()
    guard let size = header.size(timeWidth: 8), size <= bytes.count - position else {
      throw Flaw("its 64-bit block is cut off")
    }
    guard header.leapSeconds == 0 else { throw Flaw("it counts leap seconds, which Unix time does not") }
    guard (1...256).contains(header.types), header.characters > 0,
      [0, header.types].contains(header.standardFlags), [0, header.types].contains(header.universalFlags)
    else { throw Flaw("its counts do not fit together") }
    let block = position
    position += size
    let rule = try footer()

    let indices = block + header.times * 8
    let types = try types(at: indices + header.times, count: header.types, characters: header.characters)
    var changes: [OffsetChange] = []
    changes.reserveCapacity(header.times)
    for index in 0..<header.times {
      let instant = Int(Int64(bitPattern: integer(at: block + index * 8, width: 8)))
      guard (-Zone.farthest...Zone.farthest).contains(instant) else { throw Flaw("it has a time beyond reason") }
      if let last = changes.last, instant <= last.instant { throw Flaw("its times are not in ascending order") }
      let type = Int(bytes[indices + index])
      guard type < types.count else { throw Flaw("it refers to a type that it does not have") }
      changes.append(OffsetChange(instant: instant, offset: types[type]))
    }
    return Zone(offset: types[0], changes: changes, rule: rule)
  }

  private struct Header {
    var universalFlags: Int
    var standardFlags: Int
    var leapSeconds: Int
    var times: Int
    var types: Int
    var characters: Int

    /// The size of the data; nil if it is too large. The counts have 32 bits, so the sum cannot overflow.
    func size(timeWidth: Int) -> Int? {
      let size =
        times * (timeWidth + 1) + types * 6 + characters + leapSeconds * (timeWidth + 4) + standardFlags
        + universalFlags
      return size <= 1 << 30 ? size : nil
    }
  }

  private mutating func header() throws(Flaw) -> Header {
    guard bytes.count - position >= 44, bytes[position..<position + 4].elementsEqual("TZif".utf8) else {
      throw Flaw("it is no time zone file (TZif)")
    }
    guard bytes[position + 4] >= UInt8(ascii: "2") else { throw Flaw("it has version 1; 2 or later is needed") }
    let counts = (0..<6).map { Int(integer(at: position + 20 + $0 * 4, width: 4)) }
    position += 44
    return Header(
      universalFlags: counts[0], standardFlags: counts[1], leapSeconds: counts[2], times: counts[3], types: counts[4],
      characters: counts[5])
  }

  /// The offsets of the types of local time.
  private func types(at start: Int, count: Int, characters: Int) throws(Flaw) -> [Int] {
    var offsets: [Int] = []
    for position in stride(from: start, to: start + count * 6, by: 6) {
      let offset = Int(Int32(truncatingIfNeeded: integer(at: position, width: 4)))
      guard (-Zone.maximumOffset...Zone.maximumOffset).contains(offset) else {
        throw Flaw("it has an offset of more than 26 hours")
      }
      guard bytes[position + 4] <= 1, bytes[position + 5] < characters else { throw Flaw("it has a broken type") }
      offsets.append(offset)
    }
    return offsets
  }

  /// The rule between two line breaks; nil if the text between them is empty.
  private mutating func footer() throws(Flaw) -> POSIXRule? {
    let lineBreak = UInt8(ascii: "\n")
    guard position < bytes.count, bytes[position] == lineBreak,
      let end = bytes[(position + 1)...].firstIndex(of: lineBreak)
    else { throw Flaw("its rule for the years to come is cut off") }
    let text = bytes[position + 1..<end]
    guard !text.isEmpty else { return nil }
    guard let rule = POSIXRule(text) else { throw Flaw("its rule for the years to come cannot be read") }
    return rule
  }

  /// A big-endian number inside the file.
  private func integer(at start: Int, width: Int) -> UInt64 {
    bytes[start..<start + width].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
