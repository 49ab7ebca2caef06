import Database
import Edge
import Engines
import Jobs

extension Application {
  /// The reasons why a host is not ready: missing migrations, migrations that the host cannot work with, or no answer
  /// from the database.
  ///
  /// - Parameter sets: The migrations to look for; nil for all.
  /// - Returns: One line for each problem, without a period; empty when the host is ready.
  func problems(of database: Database, in sets: [MigrationSet]? = nil) async -> [String] {
    var problems: [String] = []
    for set in sets ?? allMigrations {
      do {
        let pending = try await database.pending(set).count
        // Tables that the project made itself were checked when the host started.
        let isForeign =
          database.dialect == .postgres && !Self.hostMigrations.contains(set) && pending == set.migrations.count
        if pending > 0, !isForeign { problems.append(set.lack(of: pending)) }
      } catch let error as DatabaseError where error.isAboutMigrations {
        problems.append(error.message.asClause)
      } catch let error as DatabaseError where error.code.isAnswer {
        // Reading fails for every set alike.
        return ["the database does not let its migrations be read (\(error.code))"]
      } catch {
        return ["the database does not answer"]
      }
    }
    return problems + (await database.changeProblems())
  }
}

extension DatabaseError {
  /// Whether the applied migrations differ from those of this program.
  fileprivate var isAboutMigrations: Bool {
    [.migrationUnknown, .migrationEdited, .migrationOrder].contains(code)
  }
}

extension DatabaseError.Code {
  /// Whether the database answered, with a refusal.
  fileprivate var isAnswer: Bool {
    switch kind {
    case .unreachable, .busy, .tooSlow, .outcomeUnknown: false
    case .conflict, .full, .readOnly, .other: true
    }
  }
}

extension String {
  /// A sentence as a part of a longer one: a small first letter, and no period.
  fileprivate var asClause: String {
    prefix(1).lowercased() + dropFirst(1).prefix(count - (hasSuffix(".") ? 2 : 1))
  }
}
