import Edge
import Foundation
import Functions
import SwiftletTesting
import Synchronization
import Testing

/// The noon at which most tests play.
let noon = Date(timeIntervalSince1970: 1_772_366_400)  // 2026-03-01T12:00:00Z

/// A clock that tests set forward.
final class SteppingClock: Sendable {
  private let instant: Mutex<Date>

  init(_ start: Date = noon) { instant = Mutex(start) }

  var wall: WallClock { WallClock { self.instant.withLock { $0 } } }

  func advance(by seconds: TimeInterval) { instant.withLock { $0 += seconds } }
}

/// Runs a test against the apps on a database of its own, with the seeds in it.
func withApps(
  clock: WallClock = .fixed(noon), adding more: [any Endpoint] = [], connections: Int = 4, recorder: LogRecorder? = nil,
  files: [SeedFile] = [], buckets: [String: [String]] = [:], accounts: any Accounts = NoAccounts(),
  secrets: [String: String] = [:], _ body: (TestHost) async throws -> Void
) async throws {
  let host = try await TestHost(
    functions: functions + more, procedures: procedures, routes: routes, migrations: [migrations],
    seed: .apps(clock.today), secrets: secrets, accounts: accounts, clock: clock, files: files, buckets: buckets,
    connections: connections, logger: recorder?.logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  try await host.test(body)
}

extension TestSeed {
  /// The rows of all apps, with a first riddle on a UTC day.
  static func apps(_ today: CalendarDay) -> TestSeed {
    TestSeed("apps, \(today)") { try await seed($0, today: today) }
  }
}

/// What a function answered.
struct Answer: Equatable {
  let status: Int
  let json: JSONValue?

  init(_ status: Int, _ json: JSONValue?) {
    self.status = status
    self.json = json
  }

  init(_ response: TestResponse) throws {
    self.init(response.status, response.body.isEmpty ? nil : try response.json)
  }

  /// The code of an error in the apps' envelope.
  var code: String? { json?["error"]?["code"]?.string }
}

extension TestHost {
  /// Calls a function as a user.
  func call(_ name: String, by user: UUID, _ input: JSONValue? = nil) async throws -> Answer {
    try Answer(await call(name, as: .user(user), json: input))
  }

  /// Calls a database function as a user.
  func rpc(_ name: String, by user: UUID, _ parameters: JSONValue = [:]) async throws -> Answer {
    try Answer(await rpc(name, as: .user(user), parameters))
  }

  func like(_ option: UUID, in session: UUID, by user: UUID) async throws -> Answer {
    try await call("like_option", by: user, ["session_id": session.json, "option_id": option.json])
  }

  func join(_ code: String, by user: UUID) async throws -> Answer {
    try await call("join_session", by: user, ["invite_code": .string(code)])
  }

  func close(_ session: UUID, by user: UUID) async throws -> Answer {
    try await call("close_session", by: user, ["session_id": session.json])
  }

  /// The number of a riddle that is released so many days after today.
  func riddle(releasedIn days: Int) async throws -> JSONValue {
    let day = clock.today.advanced(by: days)
    let row = try #require(try await database.first("SELECT id FROM riddles WHERE release_date = \(day)"))
    return .integer(try row.get("id"))
  }

  /// A number that a query counts.
  func count(_ sql: SQL) async throws -> Int {
    let row = try #require(try await database.first(sql))
    return try row.get(#require(row.columns.first))
  }
}

extension UUID {
  var text: String { uuidString.lowercased() }
  var json: JSONValue { .string(text) }
}
