import Edge
import FoundationEssentials

extension JobSystem {
  /// Searches the queue.
  ///
  /// - Throws: `FunctionError` for an invalid search.
  func search(_ search: JobCommand.Search) async throws -> JobCommand.Found {
    let (jobs, next) = try await store.search(try search.conditions(), limit: search.limit ?? 50)
    return JobCommand.Found(jobs: jobs.map(explained), next: next)
  }

  /// Searches the history.
  ///
  /// - Throws: `FunctionError` for an invalid search.
  func search(_ search: JobCommand.RunSearch) async throws -> JobCommand.FoundRuns {
    try JobCommand.check(outcome: search.outcome, orOneOf: ["dead"])
    try JobCommand.check(limit: search.limit)
    return try await store.search(search)
  }
}
