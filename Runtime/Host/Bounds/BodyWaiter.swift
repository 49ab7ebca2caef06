/// A request for the memory of one body.
struct BodyWaiter: Sendable {
  /// The largest small request in bytes: enough for three times a body of 64 KiB.
  static let small = 256 << 10

  let ticket: UInt64
  let bytes: Int
  let client: BodyClient?

  var isSmall: Bool { bytes <= Self.small }
}
