import Cryptography
import Edge
import Foundation
import SwiftletTesting
import Testing

/// What the caller of the tests' functions wants done in his name.
struct Wish: Codable, Sendable {
  /// A statement whose first column is text.
  var sql: String
  /// Whether it changes rows.
  var changes = false
}

/// What came of it.
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

/// Who a statement runs as.
let identity: SQL = """
  SELECT current_user || ' ' || coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '-')
    || ' ' || coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), '-') AS who
  """

/// Runs a statement as the caller.
let asCaller = Function("as_caller", access: .user) { (wish: Wish, context) in
  let database = context.userDatabase
  let sql = SQL(verbatim: wish.sql)
  return try await Outcome {
    guard wish.changes else { return Outcome(rows: try await database.query(sql).map { try $0.text }) }
    return Outcome(changed: try await database.execute(sql))
  }
}
.needsPostgres()

/// Says who the host is to the database, on whatever connection it gets.
let asHost = Function("as_host", access: .anyone) { context in
  let read = try await context.database.first(identity)?.text
  let written = try await context.database.transaction { try await $0.first(identity)?.text }
  return Outcome(rows: [read, written])
}

extension TestHost {
  /// Runs a statement as a user.
  func wish(_ sql: String, changes: Bool = false, as caller: TestHost.Caller) async throws -> Outcome {
    let response = try await call("as_caller", as: caller, json: Wish(sql: sql, changes: changes))
    try #require(response.status == 200, "\(sql): \(response.text)")
    return try response.decode()
  }

  func wish(_ sql: String, changes: Bool = false, by user: UUID) async throws -> Outcome {
    try await wish(sql, changes: changes, as: .user(user))
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

extension Trait where Self == ConditionTrait {
  /// Where there is row-level security.
  static var onPostgres: Self {
    .enabled(if: TemporaryDatabase.server != nil, "SWIFTLET_TEST_DATABASE names no server")
  }
}

/// A token with any claims under a good signature, as the project's auth server might be talked into.
func signed(_ claims: String) -> String {
  func part(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
  let text = part([UInt8](#"{"alg":"HS256","typ":"JWT"}"#.utf8)) + "." + part([UInt8](claims.utf8))
  // The secret of every local Supabase project, and of a host without one.
  let key = HMACKey([UInt8]("super-secret-jwt-token-with-at-least-32-characters-long".utf8))
  return text + "." + part(key.code(for: [UInt8](text.utf8)))
}
