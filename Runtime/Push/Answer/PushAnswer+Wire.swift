internal import FoundationEssentials
import Wire

extension PushAnswer {
  /// Reads an answer from the wire, with a header's value by its lower-case name. A field that is malformed, too long
  /// or out of range is left out. A body above 4096 bytes is not Apple's and is not read.
  public init(status: Int, body: [UInt8], header: (_ name: String) -> String?) {
    let fields = try? Wire.decode(Fields.self, from: body, upTo: 4096, depth: Self.maximumDepth)
    self.init(
      status: status, reason: fields?.reason, timestamp: fields?.timestamp,
      id: (header("apns-id") ?? header("apns-request-id")).flatMap { UUID(wire: $0) },
      uniqueID: header("apns-unique-id").flatMap { Self.word($0, extra: "-") },
      retryAfter: header("retry-after").flatMap(Int.init).flatMap { (0...86_400).contains($0) ? .seconds($0) : nil })
  }

  /// How deep arrays and objects of an answer may nest. Apple's are two deep.
  static let maximumDepth = 16

  /// A short text of letters, digits and `extra`, which is safe to log; nil for any other text.
  private static func word(_ text: String, extra: String = "") -> String? {
    let allowed = text.utf8.allSatisfy { byte in
      ASCII.isAlphanumeric(byte) || extra.utf8.contains(byte)
    }
    return (1...64).contains(text.utf8.count) && allowed ? text : nil
  }

  private struct Fields: Decodable {
    let reason: String?
    let timestamp: Date?

    enum CodingKeys: String, CodingKey { case reason, timestamp }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // One field may be unreadable without the other.
      reason = (try? container.decode(String.self, forKey: .reason)).flatMap { PushAnswer.word($0) }
      timestamp = (try? container.decode(Double.self, forKey: .timestamp)).flatMap { milliseconds in
        // Up to the year 9999.
        (0...253_402_300_799_999).contains(milliseconds) ? Date(timeIntervalSince1970: milliseconds / 1000) : nil
      }
    }
  }
}
