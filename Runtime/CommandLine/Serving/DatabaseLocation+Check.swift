import Edge
import FoundationEssentials
import Loop

extension DatabaseLocation {
  /// The first bytes of every SQLite database that is not empty (https://www.sqlite.org/fileformat2.html).
  private static let header = Array("SQLite format 3\0".utf8)

  /// Checks that a file of an embedded database is not there yet, or is a regular file with one name. It is not opened.
  ///
  /// - Throws: ``Failure`` that names the path.
  func checkFile() throws(Failure) {
    guard case .sqlite(let path) = self, let status = FileStatus(of: path) else { return }
    guard status.kind == .regular else {
      let found = status.kind == .folder ? "a folder" : "a device, a FIFO or a socket"
      throw Failure(
        .unavailable, "The database \(path) is \(found), and no regular file",
        hint: "name another file with --database sqlite:<path>")
    }
    // The lock and the socket of a host are found by the file's name.
    guard status.linkCount == 1 else {
      throw Failure(
        .unavailable, "The database \(path) has \(status.linkCount) names, so that two hosts could serve one file",
        hint: "remove the other hard links, which `find <folder> -samefile \(path)` lists, or serve a copy")
    }
  }

  /// Checks that a file of an embedded database is empty or begins as a database does.
  ///
  /// Only a process without the database open may call it: closing a file releases the process's locks on it.
  ///
  /// - Throws: ``Failure`` that names the path.
  func checkHeader() throws(Failure) {
    guard case .sqlite(let path) = self, let status = FileStatus(of: path), status.size > 0 else { return }
    // A mapped file is read page by page, where it is looked at.
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      throw Failure(
        .unavailable, "The database \(path) cannot be read",
        hint: "give the file to the user that runs the host, or name another one with --database sqlite:<path>")
    }
    guard data.starts(with: Self.header) else {
      throw Failure(
        .unavailable, "\(path) is no SQLite database: it does not begin with \"SQLite format 3\"",
        hint: "name another file with --database sqlite:<path>, or `\(Program.name) restore` a backup")
    }
  }

  /// An error that concerns the whole file of an embedded database, with its path: SQLite's own words have none.
  func naming(_ error: any Error) -> any Error {
    let codes: [DatabaseError.Code] = [.busy, .cannotOpen, .corrupt, .full, .io, .readOnly]
    guard case .sqlite(let path) = self, let error = error as? DatabaseError, codes.contains(error.code),
      !error.message.contains(path)
    else { return error }
    return DatabaseError(error.code, "\(path): \(error.message)", statement: error.statement)
  }
}
