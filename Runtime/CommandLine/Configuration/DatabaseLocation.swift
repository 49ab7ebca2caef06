import Engines
import FoundationEssentials

/// The database that a command opens.
enum DatabaseLocation: Sendable, Hashable, CustomStringConvertible {
  case sqlite(path: String)
  /// A Postgres server, which other hosts may share.
  case postgres(PostgresAddress)

  static let fallback = DatabaseLocation.sqlite(path: "./swiftlet.sqlite")

  /// `sqlite:<path>`, or a server's address without its password.
  var description: String {
    switch self {
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres(let address): address.description
    }
  }

  /// The whole address, for `SUPABASE_DB_URL`; it may hold a password.
  var secret: String {
    switch self {
    case .sqlite: description
    case .postgres(let address): address.url
    }
  }

  /// Whether the database exists. A server is not asked: true.
  var isThere: Bool {
    switch self {
    case .sqlite(let path): FileManager.default.fileExists(atPath: path)
    case .postgres: true
    }
  }

  /// Whether several hosts may use the database.
  var isShared: Bool {
    switch self {
    case .sqlite: false
    case .postgres: true
    }
  }

  /// The socket on which a running host listens for commands: beside the file, or for a server in the working folder.
  ///
  /// Symbolic links are resolved, so that all paths of one file lead to one socket.
  var socketPath: String {
    switch self {
    case .sqlite(let path): Paths.followingLinks(path) + ".sock"
    case .postgres(let address): "./swiftlet-\(address.digest).sock"
    }
  }

  /// The file that a host locks, beside the database; nil for a database that several hosts may use.
  var lockPath: String? {
    switch self {
    case .sqlite(let path): Paths.followingLinks(path) + ".lock"
    case .postgres: nil
    }
  }

  /// The folder of the simulator's certificates: beside the file, or for a server in the working folder.
  var simulatorFolder: String {
    switch self {
    case .sqlite(let path): path + "-apns"
    case .postgres(let address): "./swiftlet-\(address.digest)-apns"
    }
  }

  /// The folder of deployed bundles: beside the file, or for a server in the working folder.
  var bundleFolder: String {
    switch self {
    case .sqlite(let path): path + "-bundles"
    case .postgres: "./swiftlet-bundles"
    }
  }

  /// Reads `sqlite:<path>`, `sqlite://<absolute path>` and `postgres://…`.
  init?(_ text: String) {
    if let address = PostgresAddress(text) {
      self = .postgres(address)
      return
    }
    guard text.hasPrefix("sqlite:") else { return nil }
    var path = text.dropFirst("sqlite:".count)
    if path.hasPrefix("//") { path = path.dropFirst(2) }
    guard !path.isEmpty, path != ":memory:", !path.hasSuffix("/"), !path.utf8.contains(0) else { return nil }
    self = .sqlite(path: String(path))
  }

  /// The error for a malformed location. It omits the text, which may hold a password.
  static func refusal(of name: String, _ text: String) -> Failure {
    let fault = PostgresAddress(text).flatMap { PostgresOptions.fault(in: $0.url) }
    let reason = fault ?? "expected sqlite:<path of a file> or postgres://user@host:port/database"
    return Failure(.configuration, "\(name) is no database that this host can open: \(reason)")
  }
}
