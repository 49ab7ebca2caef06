import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// Makes jobs that this transaction has locked available now: dead ones with a number of further tries, others with
  /// those that they have left.
  ///
  /// - Returns: the number of jobs that are available. A running job is skipped, and a job whose key another job has.
  func retry(_ ids: [Int64], attempts: @Sendable (String) -> Int, in transaction: Transaction) async throws -> Int {
    guard !ids.isEmpty else { return 0 }
    let rows = try await transaction.query(
      """
      SELECT j.id, j.name, CASE j.state WHEN 'dead' THEN j.unique_key END AS dead_key FROM \(sql.jobs) j
      WHERE j.id \(sql.oneOf(sql.ids(ids))) AND j.state <> 'running' AND NOT (j.state = 'dead' AND j.unique_key IS NOT NULL AND EXISTS (
        SELECT 1 FROM \(sql.jobs) o WHERE o.name = j.name AND o.unique_key = j.unique_key
          AND o.unique_key IS NOT NULL AND o.state <> 'dead'))
      ORDER BY j.id
      """)
    var keys: Set<[String]> = []
    var idsByAttempts: [Int: [Int64]] = [:]
    for row in rows {
      let name: String = try row.get("name")
      // Of several dead jobs with one key the first is retried.
      if let key = try row.get("dead_key", as: String?.self), !keys.insert([name, key]).inserted { continue }
      idsByAttempts[attempts(name), default: []].append(try row.get("id"))
    }
    do {
      return try await transaction.savepoint {
        var done = 0
        for (attempts, ids) in idsByAttempts.sorted(by: { $0.key < $1.key }) {
          done += try await makeAvailable(ids, attempts: attempts, in: transaction)
        }
        return done
      }
    } catch let error as DatabaseError where error.code == .uniqueViolation {
      // Another transaction has enqueued a job with the key of one of these jobs.
      return try await retryEach(idsByAttempts.values.flatMap(\.self).sorted(), attempts: attempts, in: transaction)
    }
  }

  private func makeAvailable(_ ids: [Int64], attempts: Int, in transaction: Transaction) async throws -> Int {
    let statement: SQL = """
      UPDATE \(sql.jobs) SET state = \(dueState), run_at = \(clock.now),
        max_attempts = CASE state WHEN 'dead' THEN attempt + \(attempts) ELSE max_attempts END,
        lost_leases = CASE state WHEN 'dead' THEN 0 ELSE lost_leases END
      WHERE id \(sql.oneOf(sql.ids(ids)))
      RETURNING id
      """
    return try await transaction.batch(sql.findingByID + [statement]).last?.count ?? 0
  }

  private func retryEach(
    _ ids: [Int64], attempts: (String) -> Int, in transaction: Transaction
  ) async throws -> Int {
    var done = 0
    for id in ids {
      do {
        if try await transaction.savepoint({ try await retry(id, attempts: attempts, in: transaction) }) != nil {
          done += 1
        }
      } catch is FunctionError {
        // It runs, or another job has its key.
      }
    }
    return done
  }

  /// Cancels jobs that this transaction has locked. Waiting and dead ones end; running ones are marked, and their hosts
  /// cancel the handlers.
  ///
  /// - Returns: the number of jobs that ended or are marked.
  func cancel(_ ids: [Int64], because reason: String, in transaction: Transaction) async throws -> Int {
    guard !ids.isEmpty else { return 0 }
    // With a plain test of the state Postgres would scan the state's partial index: `state || ''` prevents that.
    let mark: SQL = """
      UPDATE \(sql.jobs) SET is_cancelled = 1 WHERE id \(sql.oneOf(sql.ids(ids))) AND state || '' = 'running' RETURNING id
      """
    let marked = try await transaction.batch(sql.findingByID + [mark]).last?.count ?? 0
    return marked + (try await remove(ids, .cancelled, because: reason, in: transaction))
  }

  /// Removes waiting and dead jobs that this transaction has locked, and returns their number.
  func discard(_ ids: [Int64], because reason: String, in transaction: Transaction) async throws -> Int {
    guard !ids.isEmpty else { return 0 }
    return try await remove(ids, .discarded, because: reason, in: transaction)
  }

  /// Moves jobs that do not run from the queue to the history.
  private func remove(
    _ ids: [Int64], _ outcome: RunOutcome, because reason: String, in transaction: Transaction
  ) async throws -> Int {
    let condition: SQL = "id \(sql.oneOf(sql.ids(ids))) AND state || '' <> 'running'"
    let delete: SQL = "DELETE FROM \(sql.jobs) WHERE \(condition) RETURNING id"
    let end = writingHistory(of: condition, outcome, because: reason)
    return try await transaction.batch(sql.findingByID + [end, delete]).last?.count ?? 0
  }
}
