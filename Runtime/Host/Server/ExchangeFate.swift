import Edge
import Synchronization

/// An exchange's id, and what became of it if the client did not get its answer: decided on the connection, read by the task at its end.
final class ExchangeFate: Sendable {
  let id: InvocationID
  private let state = Mutex<Dispatcher.Outcome?>(nil)

  init(id: InvocationID) { self.id = id }

  /// Decides it; only the first decision counts.
  func decide(_ outcome: Dispatcher.Outcome) { state.withLock { $0 = $0 ?? outcome } }

  /// The decision, if there is one.
  var outcome: Dispatcher.Outcome? { state.withLock { $0 } }
}
