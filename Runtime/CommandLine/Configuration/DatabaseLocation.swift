import Foundation

/// The database that a command opens.
enum DatabaseLocation: Sendable, Hashable, CustomStringConvertible {
  /// The embedded one, in a file.
  case sqlite(path: String)
  /// A server, which other hosts may share.
  case postgres(PostgresAddress)

  static let fallback = DatabaseLocation.sqlite(path: "./swiftlet.sqlite")

  /// `sqlite:<path>`, or a server's address without its password.
  var description: String {
    switch self {
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres(let address): address.description
    }
  }

  /// The whole address, as functions get it: it may hold a password.
  var secret: String {
    switch self {
    case .sqlite: description
    case .postgres(let address): address.url
    }
  }

  /// Whether it is there without being made first, as far as can be told without opening it.
  var isThere: Bool {
    switch self {
    case .sqlite(let path): FileManager.default.fileExists(atPath: path)
    case .postgres: true
    }
  }

  /// Whether hosts may share it.
  var isShared: Bool {
    switch self {
    case .sqlite: false
    case .postgres: true
    }
  }

  /// Next to the file, where a running host listens for commands; a server's is in the working folder.
  ///
  /// Symbolic links are followed, so that one database has one socket whatever it is called.
  var socketPath: String {
    switch self {
    case .sqlite(let path):
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil else { return path + ".sock" }
      return URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false) + ".sock"
    case .postgres(let address): return "./swiftlet-\(address.digest).sock"
    }
  }

  /// Next to the file, where a simulator of Apple's server keeps its certificates; a server's is in the working folder.
  var simulatorFolder: String {
    switch self {
    case .sqlite(let path): path + "-apns"
    case .postgres(let address): "./swiftlet-\(address.digest)-apns"
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

  /// What to say about a text that is no location; it is not shown, for it may hold a password.
  static func refusal(of name: String, _ text: String) -> Failure {
    Failure(
      .configuration,
      "\(name) is no database that this host can open: expected sqlite:<path of a file> or postgres://user@host/database"
    )
  }
}

extension SettingKind where Value == DatabaseLocation {
  /// `sqlite:<path>` or `postgres://…`.
  static var databaseLocation: Self {
    var kind = Self(
      expected: "sqlite:<path of a file> or postgres://user@host/database",
      text: { if case .text(let text) = $0 { text } else { nil } },
      read: { DatabaseLocation($0) },
      write: \.description)
    kind.rebase = { text, folder in
      guard case .sqlite(let path) = DatabaseLocation(text) else { return text }
      return "sqlite:" + Paths.resolve(path, in: folder)
    }
    kind.explain = { DatabaseLocation.refusal(of: $0, $1) }
    return kind
  }
}
