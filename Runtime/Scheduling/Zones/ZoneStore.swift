import FoundationEssentials
import Synchronization
import Wire

/// A cache of the time zones in use. Each is read once from the system's files, so a running process does not see an
/// update of the files.
///
/// The files are those that Postgres and Python use, and the system keeps them up to date.
enum ZoneStore {
  /// `TZDIR`, or where Linux and macOS keep the files.
  static let directory: String = {
    let set = ProcessInfo.processInfo.environment["TZDIR"] ?? ""
    return set.isEmpty ? "/usr/share/zoneinfo" : set
  }()

  private static let zones = Mutex<[String: Zone]>([:])

  /// - Throws: ``ScheduleError`` for a malformed name, an unknown zone, and a file that cannot be used.
  static func zone(named name: String) throws(ScheduleError) -> Zone {
    if name == "UTC" || name == "Etc/UTC" { return .utc }
    if let zone = zones.withLock({ $0[name] }) { return zone }
    let zone = try read(name, in: directory)
    zones.withLock { $0[name] = zone }
    return zone
  }

  /// Reads a zone from the files of a directory.
  static func read(_ name: String, in directory: String) throws(ScheduleError) -> Zone {
    guard isWellFormed(name) else {
      throw ScheduleError("time zone", name, "expected an IANA name such as Europe/Berlin or UTC")
    }
    guard let bytes = contents(of: "\(directory)/\(name)") else { throw unknown(name, in: directory) }
    do {
      return try ZoneFile.zone(from: bytes)
    } catch {
      throw ScheduleError("time zone", name, "the file \(directory)/\(name) cannot be used: \(error.reason)")
    }
  }

  /// Whether a name has only letters, digits, `_`, `+` and `-`, with slashes between them, so that it stays in the
  /// directory.
  private static func isWellFormed(_ name: String) -> Bool {
    name.utf8.count <= 255
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            ASCII.isWord(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
          }
      }
  }

  /// The content of a file, at most its first megabyte, which is more than a time zone file needs; nil if it cannot be
  /// read.
  private static func contents(of path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { [UInt8]($0.prefix(1 << 20)) }
  }

  private static func unknown(_ name: String, in directory: String) -> ScheduleError {
    guard FileManager.default.fileExists(atPath: directory) else {
      return ScheduleError(
        "time zone", name, "there are no time zone files in \(directory): install the package tzdata, or set TZDIR")
    }
    let names = ZoneNames.nearest(to: name, in: directory)
    let hint = names.isEmpty ? "expected an IANA name such as Europe/Berlin or UTC" : "did you mean \(names)?"
    return ScheduleError("time zone", name, "there is no such zone; \(hint)")
  }
}
