/// A place in a round trip: the request that the result at this place answers.
enum ResultSlot: Sendable {
  /// The statement is prepared.
  case preparation(ServerStatement)
  /// The statement runs.
  case command(ServerStatement)

  var statement: Statement {
    switch self {
    case .preparation(let it), .command(let it): it.statement
    }
  }
}
