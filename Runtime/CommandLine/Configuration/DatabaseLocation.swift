import Foundation

/// The database that a command opens.
struct DatabaseLocation: Sendable, Hashable, CustomStringConvertible {
  /// The SQLite file.
  var path: String

  /// `sqlite:<path>`.
  var description: String { "sqlite:\(path)" }

  /// Next to the file, where a running host listens for commands.
  ///
  /// Symbolic links are followed, so that one database has one socket whatever it is called.
  var socketPath: String {
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil else { return path + ".sock" }
    return URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false) + ".sock"
  }

  /// Next to the file, where a simulator of Apple's server keeps its certificates.
  var simulatorFolder: String { path + "-apns" }

  static let fallback = DatabaseLocation(path: "./swiftlet.sqlite")

  /// Reads `sqlite:<path>` and `sqlite://<absolute path>`.
  init?(_ text: String) {
    guard text.hasPrefix("sqlite:") else { return nil }
    var path = text.dropFirst("sqlite:".count)
    if path.hasPrefix("//") { path = path.dropFirst(2) }
    guard !path.isEmpty, path != ":memory:", !path.hasSuffix("/"), !path.utf8.contains(0) else { return nil }
    self.path = String(path)
  }

  private init(path: String) { self.path = path }

  /// What to say about a text that is no location; it is not shown, for it may hold a password.
  static func refusal(of name: String, _ text: String) -> Failure {
    guard text.hasPrefix("postgres:") || text.hasPrefix("postgresql:") else {
      return Failure(.configuration, "\(name) is no database that this host can open: expected sqlite:<path of a file>")
    }
    return Failure(
      .configuration, "\(name) is the address of a Postgres server, and this build has the SQLite engine only",
      hint: "pass --database sqlite:./swiftlet.sqlite, which outweighs the environment and every file")
  }
}

extension SettingKind where Value == DatabaseLocation {
  /// `sqlite:<path>`.
  static var databaseLocation: Self {
    var kind = Self(
      expected: "sqlite:<path of a file>",
      text: { if case .text(let text) = $0 { text } else { nil } },
      read: { DatabaseLocation($0) },
      write: \.description)
    kind.rebase = { text, folder in
      guard let location = DatabaseLocation(text) else { return text }
      return "sqlite:" + Paths.resolve(location.path, in: folder)
    }
    kind.explain = { DatabaseLocation.refusal(of: $0, $1) }
    return kind
  }
}
