package import Edge

/// A one-way message of a call, from the worker: the payload of a note of its exchange, or of id 0 for lines of no
/// call.
package enum CallNote: Sendable {
  /// A log line. The metadata's values are texts.
  case log(level: Logger.Level, message: String, metadata: [String: String])
  /// A hint that a row has changed.
  case signal(ChangeTopic)
}
