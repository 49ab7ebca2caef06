package import HTTPTypes

/// The received header fields of a request, with their bytes in one array, so that most values never become strings.
package struct ReceivedFields: Sendable {
  /// The values, one after the other.
  package private(set) var bytes: [UInt8] = []
  /// Each field's name, and the range of its value in ``bytes``.
  package private(set) var fields: [(name: HTTPField.Name, value: Range<Int>)] = []

  init() {
    bytes.reserveCapacity(512)
    fields.reserveCapacity(12)
  }

  /// Adds a field, whose value has no surrounding blanks and no control characters.
  mutating func append(_ name: HTTPField.Name, _ value: Span<UInt8>) {
    let start = bytes.count
    unsafe value.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    fields.append((name, start..<bytes.count))
  }
}
