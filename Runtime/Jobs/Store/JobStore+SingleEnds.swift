import Database
import Logging

extension JobStore {
  /// Runs a body that writes ends of jobs. If the database refuses a value, the body runs again with a store that
  /// writes each end by itself, so that one job does not keep the others from ending.
  func writingEnds<T: Sendable>(
    _ logger: Logger, _ body: @escaping @Sendable (JobStore, Transaction) async throws -> T
  ) async throws -> T {
    do {
      return try await transaction { try await body(self, $0) }
    } catch let error as DatabaseError where error.code.isAboutData {
      var store = self
      store.refusals = logger
      return try await transaction { [store] in try await body(store, $0) }
    }
  }

  /// Writes each end by itself, and logs those that the database refuses.
  func endSingly(_ runs: [EndedRun], _ logger: Logger, in transaction: Transaction) async throws -> Set<Int64> {
    var accepted: Set<Int64> = []
    for run in runs { accepted.formUnion(try await endSingly(run, logger, in: transaction)) }
    return accepted
  }

  /// Writes an end: if it is refused, without the job's origin, which an index of the history reads as JSON, and then
  /// also without the text of its error. The job's other columns passed the same types when it was enqueued.
  private func endSingly(_ run: EndedRun, _ logger: Logger, in transaction: Transaction) async throws -> Set<Int64> {
    do {
      return try await transaction.savepoint { try await endTogether([run], in: transaction) }
    } catch let error as DatabaseError where error.code.isAboutData {
      logger.error(
        "The end of a job was refused: it is stored without the job's origin",
        metadata: ["run": "\(run.id)", "error": "\(error)"])
    }
    do {
      return try await transaction.savepoint {
        try await removeOrigin(of: run, in: transaction)
        return try await endTogether([run], in: transaction)
      }
    } catch let error as DatabaseError where error.code.isAboutData {
      logger.error(
        "The end of a job was refused: it is stored without its error",
        metadata: ["run": "\(run.id)", "error": "\(error)"])
    }
    var run = run
    run.error = run.error.map { _ in "its error could not be stored" }
    try await removeOrigin(of: run, in: transaction)
    return try await endTogether([run], in: transaction)
  }

  private func removeOrigin(of run: EndedRun, in transaction: Transaction) async throws {
    try await transaction.execute(
      "UPDATE \(sql.jobs) SET origin = NULL WHERE id = \(run.id) AND fence = \(run.fence) AND holder IS NOT NULL")
  }
}
