package import Database
package import Edge
package import FoundationEssentials
package import Logging

/// The users of a host that does sign-in itself, for the functions of its application.
package struct EmbeddedAccounts: Accounts {
  private let ends: SessionEnds
  private let clock: WallClock
  private let logger: Logger

  /// - Parameter ends: the ended sessions, of which the host's verifier knows too.
  package init(_ ends: SessionEnds, clock: WallClock = .system, logger: Logger) {
    self.ends = ends
    self.clock = clock
    self.logger = logger
  }

  package func signOut(_ user: UUID, in transaction: Transaction) async throws {
    try await ends.endAll(of: user, now: clock.now, in: transaction.asHost)
  }

  package func delete(_ user: UUID) async throws {
    let now = clock.now
    guard let ended = try await ends.store.delete(user, now: now) else { return }
    await ends.end(ended, now: now, logger: logger)
  }
}
