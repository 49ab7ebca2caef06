extension Operation {
  /// Whether the worker ends the operation with a note of its exchange.
  package var endsWithNote: Bool {
    switch self {
    case .transaction, .background: true
    default: false
    }
  }
}
