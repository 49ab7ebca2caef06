import Cryptography
import Edge
import Foundation
import SwiftletTesting
import Testing

/// The input of the tests' functions: a statement to run as the caller.
struct StatementRequest: Codable, Sendable {
  /// A statement whose first column is text.
  var sql: String
  /// Whether it changes rows.
  var changes = false
}

/// The statement's result.
struct Outcome: Codable, Sendable, Equatable {
  var rows: [String?] = []
  var changed = 0
  /// The code of the error, if it was refused.
  var refusal: String?
}

extension Outcome {
  init(of body: () async throws -> Outcome) async throws {
    do {
      self = try await body()
    } catch let error as DatabaseError {
      self.init(refusal: error.code.rawValue)
    }
  }
}

extension Row {
  /// The first column, which is text.
  var text: String? {
    get throws { try columns.first.flatMap { try get($0, as: String?.self) } }
  }
}

/// The role and the user of a statement.
let identity: SQL = """
  SELECT current_user || ' ' || coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '-')
    || ' ' || coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), '-') AS who
  """

/// Runs a statement as the caller.
let asCaller = Function("as_caller", access: .user) { (request: StatementRequest, context) in
  let database = context.userDatabase
  let sql = SQL(verbatim: request.sql)
  return try await Outcome {
    guard request.changes else { return Outcome(rows: try await database.query(sql).map { try $0.text }) }
    return Outcome(changed: try await database.execute(sql))
  }
}
.needsPostgres()

/// Answers with the host's role on one of its connections.
let asHost = Function("as_host", access: .anyone) { context in
  let read = try await context.database.first(identity)?.text
  let written = try await context.database.transaction { try await $0.first(identity)?.text }
  return Outcome(rows: [read, written])
}

extension TestHost {
  /// Runs a statement as a user.
  func execute(_ sql: String, changes: Bool = false, as caller: TestHost.Caller) async throws -> Outcome {
    let response = try await call("as_caller", as: caller, json: StatementRequest(sql: sql, changes: changes))
    try #require(response.status == 200, "\(sql): \(response.text)")
    return try response.decode()
  }

  func execute(_ sql: String, changes: Bool = false, by user: UUID) async throws -> Outcome {
    try await execute(sql, changes: changes, as: .user(user))
  }

  /// Checks that nothing of a caller is left on the connections that the host gets.
  func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let host: Outcome = try await call("as_host").decode()
    let login = try await database.first("SELECT session_user || ' - -' AS who")?.text
    #expect(host.rows == [login, login], sourceLocation: sourceLocation)
  }

  /// Makes users known.
  func register(_ users: UUID...) async throws {
    for user in users { try await database.execute("INSERT INTO users (id) VALUES (\(user))") }
  }
}

/// A token with arbitrary claims and a valid signature.
func signed(_ claims: String) -> String {
  func part(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
  let text = part([UInt8](#"{"alg":"HS256","typ":"JWT"}"#.utf8)) + "." + part([UInt8](claims.utf8))
  // The secret of every local Supabase project, and of a host without one.
  let key = HMACKey([UInt8]("super-secret-jwt-token-with-at-least-32-characters-long".utf8))
  return text + "." + part(key.code(for: [UInt8](text.utf8)))
}
