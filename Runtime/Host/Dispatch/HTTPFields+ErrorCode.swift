package import HTTPTypes

extension HTTPFields {
  /// Sets the code of an error, which pages of other origins may read, and whether clients are to treat it as a fault
  /// of the relay.
  package mutating func mark(errorCode: String, isRelayError: Bool = false) {
    self[.errorCode] = errorCode
    let exposed = HTTPField(name: .accessControlExposeHeaders, value: "sb-error-code")
    if !contains(exposed) { append(exposed) }
    if isRelayError { self[.relayError] = "true" }
  }
}
