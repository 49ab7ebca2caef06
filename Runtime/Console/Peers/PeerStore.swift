package import Database
import Edge
import Wire

/// The rows of questions and answers on Postgres: of each host one with its questions, and one with its answers for
/// each host that asks.
package struct PeerStore: Sendable {
  /// The channel on which hosts learn that there are questions.
  static let questionsChannel = "swiftlet_console_questions"

  /// The questions of a host.
  struct Asked: Sendable, Hashable {
    let asker: String
    let round: Int64
    let questions: String
  }

  /// The answers of a host.
  struct Answered: Sendable, Hashable {
    let host: String
    let answers: String
  }

  private let database: Database
  private let host: String

  package init(_ database: Database, host: String) {
    self.database = database
    self.host = host
  }

  /// The channel on which a host learns that there are answers for it.
  static func answersChannel(of host: String) -> String {
    "swiftlet_console_" + String(FNV1a(host).value, radix: 36)
  }

  // MARK: Asking

  /// Stores the questions of a round, and notifies the other hosts.
  func ask(_ questions: String, round: Int64) async throws {
    try await database.execute(
      """
      WITH asked AS (
        INSERT INTO swiftlet.console_questions (asker, round, questions, asked_at)
        VALUES (\(host), \(round), \(questions), clock_timestamp())
        ON CONFLICT (asker) DO UPDATE
          SET round = excluded.round, questions = excluded.questions, asked_at = excluded.asked_at
        RETURNING 1
      )
      SELECT pg_notify(\(Self.questionsChannel), '') FROM asked
      """)
  }

  /// The answers to a round that are there.
  ///
  /// - Parameter known: the hosts whose answers were read before.
  func answers(to round: Int64, without known: [String]) async throws -> [Answered] {
    let known = String(decoding: try Wire.encode(known), as: UTF8.self)
    return try await database.query(
      """
      SELECT host, answers FROM swiftlet.console_answers
      WHERE asker = \(host) AND round = \(round) AND host NOT IN (SELECT json_array_elements_text(CAST(\(known) AS JSON)))
      """
    ).map { Answered(host: try $0.get("host"), answers: try $0.get("answers")) }
  }

  /// Removes what this host has asked.
  func leave() async throws {
    try await database.execute("DELETE FROM swiftlet.console_questions WHERE asker = \(host)")
    try await database.execute("DELETE FROM swiftlet.console_answers WHERE asker = \(host)")
  }

  // MARK: Answering

  /// The questions that the other hosts have asked in the last seconds.
  func questions() async throws -> [Asked] {
    try await database.query(
      """
      SELECT asker, round, questions FROM swiftlet.console_questions
      WHERE asker <> \(host) AND asked_at > clock_timestamp() - INTERVAL '2 seconds' ORDER BY asker LIMIT 64
      """
    ).map { Asked(asker: try $0.get("asker"), round: try $0.get("round"), questions: try $0.get("questions")) }
  }

  /// Stores the answers to a round, and notifies the host that asked.
  func answer(_ answers: String, to asked: Asked) async throws {
    try await database.execute(
      """
      WITH answered AS (
        INSERT INTO swiftlet.console_answers (asker, host, round, answers, answered_at)
        VALUES (\(asked.asker), \(host), \(asked.round), \(answers), clock_timestamp())
        ON CONFLICT (asker, host) DO UPDATE
          SET round = excluded.round, answers = excluded.answers, answered_at = excluded.answered_at
        RETURNING 1
      )
      SELECT pg_notify(\(Self.answersChannel(of: asked.asker)), '') FROM answered
      """)
  }

  /// Removes rows that are older than a minute, of hosts that ended without removing theirs.
  func removeOld() async throws {
    try await database.execute(
      "DELETE FROM swiftlet.console_questions WHERE asked_at < clock_timestamp() - INTERVAL '1 minute'")
    try await database.execute(
      "DELETE FROM swiftlet.console_answers WHERE answered_at < clock_timestamp() - INTERVAL '1 minute'")
  }
}
