/// The end of an operation, as its status tells it.
package enum OperationOutcome: String, Sendable, Hashable, Codable {
  case succeeded
  /// The caller was at fault, or has left.
  case refused
  case failed

  init(status: Int) {
    self = status < 400 ? .succeeded : status < 500 ? .refused : .failed
  }
}
