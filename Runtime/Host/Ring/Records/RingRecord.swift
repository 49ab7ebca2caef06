package import FoundationEssentials

/// A record that ``EventRing`` keeps.
package protocol RingRecord: Sendable {
  /// The record's number among all records of the ring. It is set when the record is added.
  var sequence: UInt64 { get set }
  /// The instant of its event.
  var time: Date { get }
  /// The bytes that the record occupies: its own, and those of its texts.
  var footprint: Int { get }
}

extension String {
  /// The bytes of the text's buffer. A text of up to 15 bytes has none.
  var footprint: Int { utf8.count <= 15 ? 0 : utf8.count + 32 }
}

extension Optional<String> {
  /// The bytes of the text's buffer.
  var footprint: Int { self?.footprint ?? 0 }
}
