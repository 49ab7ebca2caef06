import Database
import Edge

/// The statements of shared limits, on Postgres. A row holds one key's instant on the database's clock, in nanoseconds
/// since 1970.
struct LeaseStore: Sendable {
  /// The most rows: those that would be full first are removed.
  private static let mostRows = 1_000_000
  /// The most rows that one statement removes.
  private static let batch = 50_000

  let database: Database

  /// Debits calls of many keys by one statement.
  ///
  /// The rows are taken in the order of their keys, so that two hosts never wait for each other. A stored instant that
  /// lies too far ahead means that the database's clock was set back.
  ///
  /// - Returns: the answers by ``SharedLimiter.Question/storedKey``.
  func debit(_ questions: [SharedLimiter.Question]) async throws -> [String: LeaseUse.Answer] {
    var items = JSONObject()
    for item in questions {
      let rate = item.rule.rate
      items[item.storedKey] = .array([
        .integer(Int64(item.question.debt) * rate.interval), .integer(Int64(item.question.want)),
        .integer(rate.interval), .integer(rate.capacity), .integer(item.rule.reserve),
      ])
    }
    let json = String(decoding: try Wire.encode(JSONValue.object(items)), as: UTF8.self)
    let statement: SQL = """
      WITH asked AS MATERIALIZED (SELECT CAST(\(json) AS jsonb) AS items, \(Self.now) AS now)
      INSERT INTO swiftlet.call_limits AS l (key, full_at, granted)
      SELECT e.key, o.full_at, o.granted
      FROM asked, jsonb_each(asked.items) AS e (key, item), LATERAL (\(Self.outcome(of: "asked.now", "e.item"))) AS o
      ORDER BY e.key
      ON CONFLICT (key) DO UPDATE SET (full_at, granted) = (
        SELECT o.full_at, o.granted FROM asked, LATERAL (\(Self.outcome(of: "l.full_at", "(asked.items -> l.key)"))) AS o)
      RETURNING l.key, l.granted, l.full_at - (SELECT now FROM asked) AS until_full
      """
    let rows = try await database.transaction { try await $0.query(statement) }
    var answers: [String: LeaseUse.Answer] = [:]
    for row in rows {
      answers[try row.get("key")] = LeaseUse.Answer(
        granted: try row.get("granted"), untilFull: try row.get("until_full"))
    }
    return answers
  }

  /// Removes the rows of keys that are full again. Rows that are being debited are skipped, so that no statement waits
  /// for another's rows while it holds some itself.
  func prune() async throws {
    let statement: SQL = """
      DELETE FROM swiftlet.call_limits WHERE key IN (
        SELECT key FROM swiftlet.call_limits
        WHERE full_at < \(Self.now) OR full_at < (
          SELECT full_at FROM swiftlet.call_limits ORDER BY full_at DESC OFFSET \(Self.mostRows) LIMIT 1)
        LIMIT \(Self.batch) FOR UPDATE SKIP LOCKED)
      """
    while try await database.execute(statement) == Self.batch {}
  }

  /// The database's time.
  private static let now: SQL = "CAST(extract(epoch FROM statement_timestamp()) * 1000000000 AS bigint)"

  /// The new instant of a key and the number of calls granted. A stored instant counts as at most ten seconds after the
  /// one of an empty key.
  ///
  /// - Parameter item: the JSON array of debt, calls wanted, interval, capacity and reserve.
  private static func outcome(of stored: SQL, _ item: SQL) -> SQL {
    """
    SELECT used + granted * interval AS full_at, granted FROM (
      SELECT used, interval, GREATEST(0, LEAST(want, (asked.now + capacity - reserve - used) / interval)) AS granted FROM (
        SELECT GREATEST(GREATEST(LEAST(\(stored), asked.now + capacity + 10000000000), asked.now) + debt, asked.now) AS used,
          want, interval, capacity, reserve
        FROM (SELECT CAST(\(item) ->> 0 AS bigint) AS debt, CAST(\(item) ->> 1 AS bigint) AS want,
          CAST(\(item) ->> 2 AS bigint) AS interval, CAST(\(item) ->> 3 AS bigint) AS capacity,
          CAST(\(item) ->> 4 AS bigint) AS reserve) AS i) AS u) AS g
    """
  }
}
