import Channel
import Edge
import Synchronization

/// The host's part of background work that runs in a worker.
///
/// The host's ``BackgroundWork`` treats the ticket like work of its own: it decides when the work may start, waits for
/// its end before the host stops, and cancels it at the end of the grace period. The ticket ends with the worker's note
/// that the work is done, or with the worker.
final class BackgroundTicket: Sendable {
  private enum State {
    /// The host has not started the work.
    case waiting
    /// The worker runs it.
    case running(CheckedContinuation<Void, Never>?)
    case ended
  }

  private let exchange: IncomingExchange
  private let state = Mutex(State.waiting)

  init(_ exchange: IncomingExchange) { self.exchange = exchange }

  /// Hands the work to the host.
  func start(with invocation: Invocation) {
    let grant = BackgroundGrant(self)
    invocation.services.background.start(logger: invocation.logger) { await grant.ticket.run() }
  }

  /// Ends the work, after the worker's note or the worker's end.
  func finish() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .ended }
      guard case .running(let continuation) = state else { return nil }
      return continuation
    }
    waiting?.resume()
    exchange.done()
  }

  /// Ends work that the host has dropped without starting it, such as that of a transaction that was rolled back.
  func drop() {
    let isWaiting = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .ended
      return true
    }
    if isWaiting { exchange.fail(with: CancellationError()) }
  }

  /// Lets the worker run the work, and waits for its end.
  private func run() async {
    let mayRun = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .running(nil)
      return true
    }
    guard mayRun else { return }
    exchange.answer(OperationAnswer.value(Nothing()).payload)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard case .running = state else { return true }
          state = .running(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      exchange.note(BackgroundNote.cancel.payload)
    }
  }
}

/// The host's reference to a ticket. If the host releases it without a start, the work is dropped.
private final class BackgroundGrant: Sendable {
  let ticket: BackgroundTicket

  init(_ ticket: BackgroundTicket) { self.ticket = ticket }

  deinit { ticket.drop() }
}
