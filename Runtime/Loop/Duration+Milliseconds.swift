extension Duration {
  /// In whole milliseconds, rounded towards zero.
  package var milliseconds: Int64 {
    let parts = components
    return parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
  }
}
