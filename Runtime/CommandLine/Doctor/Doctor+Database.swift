import Console
import Edge
import Engines
import FoundationEssentials
import Loop

extension Doctor {
  /// The largest size, in bytes, of a database that is checked as a whole, with each index.
  private static let thoroughLimit = 256 << 20

  /// The database: whether it can be opened and written to, is undamaged, has room, and has its migrations.
  ///
  /// - Parameter isServed: whether a host is running, which has the database open.
  func database(isServed: Bool) async -> [Finding] {
    switch configuration.database {
    case .sqlite(let path):
      do throws(Failure) {
        try configuration.database.checkFile()
      } catch {
        return [.problem("database", error)]
      }
      guard configuration.database.isThere else { return absent(path, isServed) + room(at: path, needed: 0) }
      do {
        let inspection = try await SQLiteInspection.of(path, thoroughUpTo: Self.thoroughLimit)
        return state(of: inspection, path) + access(to: path) + room(at: path, needed: inspection.size)
          + (inspection.faults.isEmpty ? await migrations(nil) : [])
      } catch {
        return [Self.unreachable(configuration.database.naming(error))] + room(at: path, needed: 0)
      }
    case .postgres:
      do {
        return try await configuration.withDatabase { database in
          try await server(database) + (await migrations(database))
        }
      } catch {
        return [Self.unreachable(error)]
      }
    }
  }

  private static func unreachable(_ error: any Error) -> Finding {
    let failure = Failure(error)
    return .problem(
      "database", failure.message,
      hint: failure.hint ?? "check the address, the password, and that the server is up")
  }

  private func absent(_ path: String, _ isServed: Bool) -> [Finding] {
    guard !isServed else {
      return [
        .problem(
          "database",
          "no file at \(path), and a host runs: if it has this database, the file was moved or deleted, and changes are lost",
          hint: "move it back while the host runs; if it is gone, stop the host and `\(Program.name) restore` a backup")
      ]
    }
    let folder = Paths.folder(of: path)
    guard FileManager.default.isWritableFile(atPath: folder) else {
      return [
        .problem(
          "database", "no file at \(path), and the folder \(folder) cannot be written to",
          hint: "make the folder, and give it to the user that runs the host")
      ]
    }
    return [.good("database", "no file at \(path) yet; `serve` makes it")]
  }

  private func state(of inspection: SQLiteInspection, _ path: String) -> [Finding] {
    var findings: [Finding] = []
    if let fault = inspection.faults.first {
      findings.append(
        .problem(
          "database", "\(path) is damaged: \(fault)",
          hint: Failure.damageHint))
    }
    switch inspection.refusal?.code {
    case nil: break
    case .busy?:
      findings.append(
        .warning(
          "database", "\(path) was locked for two seconds by another process", hint: "look for a command that hangs"))
    default:
      findings.append(
        .problem(
          "database", "\(path) cannot be written to: \(inspection.refusal?.message ?? "")",
          hint: "give the file and its folder to the user that runs the host, on a disk that is not read-only"))
    }
    if inspection.logSize > max(1 << 30, inspection.size) {
      findings.append(
        .warning(
          "database", "the write-ahead log \(path)-wal has \(Quantities.bytes(inspection.logSize))",
          hint: "end the program that has read for long: the log is emptied when no reader needs it"))
    }
    guard findings.isEmpty else { return findings }
    let check = inspection.isThorough ? "undamaged" : "undamaged by the quick check"
    let size = Quantities.bytes(inspection.size + inspection.logSize)
    return [.good("database", "\(path): \(size), can be written to, \(check)")]
  }

  private func access(to path: String) -> [Finding] {
    guard let mode = FileStatus(of: path)?.modeOpenToOthers else { return [] }
    return [
      .warning(
        "database", "\(path) has mode \(mode): other users can read what it holds",
        hint: "chmod 600 \(path)")
    ]
  }

  func room(at path: String, needed: Int) -> [Finding] {
    guard let free = DiskSpace(at: path)?.free else { return [] }
    let words = "\(Quantities.bytes(free)) are free on the disk of \(path)"
    if free < 64 << 20 {
      return [.problem("disk", "\(words): commits will fail", hint: "make room at once")]
    }
    if free < max(1 << 30, needed) {
      return [.warning("disk", "\(words): too little for a backup or a busy day", hint: "make room")]
    }
    return [.good("disk", words)]
  }
}
