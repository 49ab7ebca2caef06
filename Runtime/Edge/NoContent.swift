/// An answer without content: status 204.
public struct NoContent: Encodable, Sendable {
  /// Creates the answer.
  public init() {}
  /// Writes `null`, for encoders that need a value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
