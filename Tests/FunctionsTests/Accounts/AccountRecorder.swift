import Edge
import Foundation
import Synchronization

/// Accounts that keep their calls, and can fail.
final class AccountRecorder: Accounts {
  enum Call: Equatable {
    case signOut(UUID)
    case delete(UUID)
  }

  private struct State {
    var calls: [Call] = []
    var failures = 0
  }

  private let state = Mutex(State())

  /// - Parameter failures: how many deletions fail before one succeeds.
  init(failures: Int = 0) { state.withLock { $0.failures = failures } }

  var calls: [Call] { state.withLock(\.calls) }

  func signOut(_ user: UUID, in transaction: Transaction) async throws {
    _ = try await transaction.first("SELECT 1 AS one")
    state.withLock { $0.calls.append(.signOut(user)) }
  }

  func delete(_ user: UUID) async throws {
    let fails = state.withLock { state in
      state.calls.append(.delete(user))
      state.failures -= 1
      return state.failures >= 0
    }
    if fails { throw FunctionError.notConnected("The auth server does not answer") }
  }
}
