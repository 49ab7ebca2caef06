/// A payload is above ``Frame/maximumPayload``, and was not sent.
package struct PayloadTooLong: Error, Sendable, Hashable {
  /// The payload's bytes.
  package let length: Int
}
