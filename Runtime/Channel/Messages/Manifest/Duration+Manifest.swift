import Wire

extension Duration {
  /// A duration of a manifest, in seconds: at most 100 years.
  init(manifest seconds: Double) throws(MessageFault) {
    guard seconds >= 0, seconds <= Double(Self.centurySeconds) else { throw MessageFault("a duration is out of range") }
    // In microseconds, so that a tenth of a second is what it was.
    self = .microseconds(Int64((seconds * 1_000_000).rounded()))
  }
}
