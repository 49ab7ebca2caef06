import Channel
package import Edge
package import FoundationEssentials
import Loop
import NIOCore
import Synchronization

/// The host's hints of changes, for a call in a worker.
package struct RemoteChanges: RemoteHints {
  private let call: CallServices

  package init(_ call: CallServices) { self.call = call }

  package func signal(_ topic: ChangeTopic) { call.note(.signal(topic)) }

  package func subscribe(to topic: ChangeTopic, by caller: UUID) throws(FunctionError) -> ChangeSubscription {
    let hints = RemoteSubscription()
    let operation: RemoteOperation
    do {
      operation = try call.openNow(.subscribe(topic, caller: caller)) { hints.noted($0) }
    } catch let error as FunctionError {
      throw error
    } catch {
      throw .notConnected("The host has ended the call.")
    }
    // The task lives as long as the subscription. Cancelling the task cancels the operation, and the host then answers.
    let task = Task { [call] in
      await hints.end(of: operation)
      call.forget(operation)
    }
    return ChangeSubscription(hints.wakeUp, isClosed: { try await hints.isClosed() }, end: { task.cancel() })
  }
}

/// A subscription at the host.
final class RemoteSubscription: Sendable {
  private enum State {
    case open
    case closed
    case refused(any Error)
  }

  let wakeUp = WakeUp()
  private let state = Mutex(State.open)
  /// Fulfilled when the host has granted or refused the subscription.
  private let decision = Promise<Void>()

  /// Whether there will be no more hints. It waits until the host has granted or refused the subscription, or the task
  /// is cancelled.
  ///
  /// - Throws: the error of a subscription that the host refused.
  func isClosed() async throws -> Bool {
    await decision.value(ifCancelled: ())
    switch state.withLock({ $0 }) {
    case .open: return false
    case .closed: return true
    case .refused(let error): throw error
    }
  }

  /// Takes a note of the host.
  func noted(_ payload: ByteBuffer) {
    switch try? HintNote(payload: payload) {
    case .granted: return decision.fulfil(())
    case .closed: state.withLock { $0 = .closed }
    case .hint, nil: break
    }
    wakeUp.signal()
  }

  /// Waits for the host's answer, which ends the subscription.
  func end(of operation: RemoteOperation) async {
    do {
      _ = try await operation.answer(for: Nothing.self)
      state.withLock { $0 = .closed }
    } catch let error as FunctionError {
      state.withLock { $0 = .refused(error) }
    } catch {
      state.withLock { $0 = .closed }
    }
    decision.fulfil(())
    wakeUp.signal()
  }
}
