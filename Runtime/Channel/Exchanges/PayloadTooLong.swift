/// A payload is above ``Frame/maximumPayload``, and was not sent.
package struct PayloadTooLong: Error, Sendable, Hashable {
  package let length: Int
}
