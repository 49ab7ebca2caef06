import Channel
import Edge
package import FoundationEssentials

/// The users of sign-in, as a worker reaches them.
package struct RemoteAccounts: Accounts {
  private let call: CallChannel

  package init(_ call: CallChannel) { self.call = call }

  package func signOut(_ user: UUID, in transaction: Transaction) async throws {
    let remote = try transaction.remote()
    _ = try await remote.ask(.signOut(user, in: remote.id), for: Nothing.self)
  }

  package func delete(_ user: UUID) async throws {
    _ = try await call.askDatabase(.deleteUser(user), for: Nothing.self)
  }
}
