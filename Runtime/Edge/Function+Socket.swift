extension Function {
  /// Returns the function marked as one that the host serves on its Unix socket alone.
  package func onSocketAlone() -> Self {
    var copy = self
    copy.traits.isForSocket = true
    return copy
  }
}
