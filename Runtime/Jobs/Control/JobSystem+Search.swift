import Edge
import FoundationEssentials

extension JobSystem {
  /// Searches the queue.
  ///
  /// - Throws: `FunctionError` for an invalid search.
  func search(_ search: JobCommand.Search) async throws -> JobCommand.Found {
    let (jobs, next) = try await store.search(try search.conditions(), limit: search.limit ?? 50)
    return JobCommand.Found(jobs: jobs, next: next)
  }

  /// Searches the history.
  ///
  /// - Throws: `FunctionError` for an invalid search.
  func search(_ search: JobCommand.RunSearch) async throws -> JobCommand.FoundRuns {
    let outcomes = RunOutcome.allCases.map(\.rawValue) + ["dead"]
    if let outcome = search.outcome, !outcomes.contains(outcome) {
      throw FunctionError.validation("There is no outcome \(outcome); there are: \(outcomes.joined(separator: ", "))")
    }
    if let limit = search.limit, !(1...1000).contains(limit) {
      throw FunctionError.validation("limit is \(limit): expected 1 to 1000")
    }
    return try await store.search(search)
  }
}
