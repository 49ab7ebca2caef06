package import HTTPTypes

extension HTTPFields {
  /// Adds the code of an error, which pages of other origins may read.
  ///
  /// - Parameter isRelayError: whether clients are to treat it as a fault of the relay.
  package mutating func mark(errorCode: String, isRelayError: Bool = false) {
    self[.errorCode] = errorCode
    self[.accessControlExposeHeaders] = "sb-error-code"
    if isRelayError { self[.relayError] = "true" }
  }
}
