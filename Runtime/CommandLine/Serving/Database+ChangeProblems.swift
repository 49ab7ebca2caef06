import Edge
import Engines

extension SQL {
  /// A condition of Postgres: the server is a standby, or read-only by its settings. The setting of the session itself
  /// says nothing, because the host sets it.
  static let serverOnlyReads: SQL = """
    (pg_is_in_recovery() OR EXISTS (SELECT FROM pg_settings WHERE name = 'default_transaction_read_only'
      AND reset_val = 'on'))
    """
}

extension Database {
  /// Why changes are lost, in a line without a period: the embedded database's file has lost its name. Nothing is read
  /// from the database, whose next reader cannot open the file. Empty if the file is in its place.
  var fileProblems: [String] {
    guard let engine = engine as? SQLiteEngine, engine.hasMoved else { return [] }
    return ["the database's file \(engine.path) was moved, deleted or replaced, so changes are lost"]
  }

  /// Why changes are refused, in a line without a period. Empty if they are not, or the database does not answer.
  func changeProblems() async -> [String] {
    if let engine = engine as? SQLiteEngine {
      return await engine.refusal().map { [Self.words($0)] } ?? []
    }
    guard dialect == .postgres, let row = try? await first("SELECT \(SQL.serverOnlyReads) AS only_reads"),
      (try? row.get("only_reads", as: Bool.self)) == true
    else { return [] }
    return ["the database's server only reads"]
  }

  private static func words(_ refusal: DatabaseError) -> String {
    switch refusal.code {
    case .full: "the disk is full"
    case .corrupt: "the database's file is damaged"
    case .readOnly: "the database's file cannot be written to"
    default: "the database's file cannot be read or written"
    }
  }
}
