extension Operation {
  /// Whether the worker ends the operation with a note of its exchange.
  package var endsWithNote: Bool {
    switch self {
    case .transaction, .background: true
    default: false
    }
  }

  /// Whether it is a command of an open transaction. One that is dropped must make the commit fail, so its session
  /// receives it.
  package var isOfTransaction: Bool {
    switch self {
    case .statement, .savepoint, .restart, .enqueue, .cancelJob, .signOut: true
    default: false
    }
  }
}
