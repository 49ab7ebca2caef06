package import Database
package import FoundationEssentials
package import Host
import Logging

/// Makes the end of sessions known: to this host before the answer leaves, and to other hosts on the same Postgres by a
/// notification.
package struct SessionEnds: Sendable {
  static let channel = "swiftlet_sessions"
  /// The time for which the tokens of an ended session are refused, in seconds: their validity, and a minute for clocks
  /// that differ.
  static let memory = SessionTokens.lifetime + 60

  /// The instant until which the tokens of a session that ends now are refused.
  static func expiry(at now: Date) -> Date { now.addingTimeInterval(memory) }

  let store: AuthStore
  /// The ended sessions that this host knows.
  package let known: EndedSessions

  /// Reads the ended sessions of a database that has the tables.
  ///
  /// - Throws: `DatabaseError`.
  package init(of database: Database, now: Date) async throws {
    store = AuthStore(database)
    known = EndedSessions()
    try await read(until: now, now: now)
  }

  /// Refuses the tokens of ended sessions from now on, and notifies the other hosts.
  ///
  /// - Parameter ids: the sessions, whose end is stored.
  func end(_ ids: [UUID], now: Date, logger: Logger) async {
    guard !ids.isEmpty else { return }
    known.add(ids, until: Self.expiry(at: now), now: now)
    do {
      try await store.database.engine.notifications?.notify(Self.channel)
    } catch {
      // A hint may be lost: other hosts also look by themselves.
      logger.debug("Other hosts were not notified of a sign-out", metadata: ["error": "\(error)"])
    }
  }

  /// Ends all sessions of a user with a transaction, and refuses their tokens from its commit on.
  func endAll(of user: UUID, now: Date, in transaction: Transaction) async throws {
    guard try await store.user(user, in: transaction, isLocked: true) != nil else { return }
    let ids = try await store.end(.all, of: user, now: now, in: transaction)
    guard !ids.isEmpty else { return }
    if store.database.dialect == .postgres {
      _ = try await transaction.first("SELECT pg_notify(\(Self.channel), '')")
    }
    transaction.afterCommit { [known] in known.add(ids, until: Self.expiry(at: now), now: now) }
  }

  /// Reads the ended sessions whose tokens are refused until a date or longer.
  func read(until date: Date, now: Date) async throws {
    for session in try await store.ended(until: date) { known.add([session.id], until: session.until, now: now) }
  }
}
