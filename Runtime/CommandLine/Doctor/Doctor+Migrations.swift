import Edge
import Engines

extension Doctor {
  /// The migrations that the database lacks, and those that this program does not know.
  ///
  /// - Parameter database: the open database; nil opens the configured one.
  func migrations(_ database: Database?) async -> [Finding] {
    do {
      if let database { return try await pending(database) }
      return try await configuration.withDatabase { try await pending($0) }
    } catch {
      let failure = Failure(error)
      return [
        .problem("migrations", failure.message, hint: failure.hint ?? "`\(Program.name) migrate --dry-run` lists them")
      ]
    }
  }

  private func pending(_ database: Database) async throws -> [Finding] {
    let steps = try await Preparation(application: application, database: database).pending()
    let pending = steps.flatMap(\.migrations)
    let newer = steps.flatMap(\.newer)
    var findings: [Finding] = []
    if !pending.isEmpty {
      let sets = steps.filter { !$0.migrations.isEmpty }.map { "\($0.migrations.count) of \($0.set.name)" }
      let isBreaking = pending.contains(where: \.isBreaking)
      findings.append(
        .warning(
          "migrations", "the database lacks \(sets.joined(separator: ", "))",
          hint: isBreaking
            ? "one is breaking: stop the old hosts, then `\(Program.name) migrate`"
            : "`serve` applies them when it starts, or `\(Program.name) migrate` now"))
    }
    if !newer.isEmpty {
      findings.append(
        .warning(
          "migrations", "a newer program has applied \(newer.count) that this one does not know; none is breaking",
          hint: "run the newer program"))
    }
    return findings.isEmpty ? [.good("migrations", "all are applied")] : findings
  }
}
