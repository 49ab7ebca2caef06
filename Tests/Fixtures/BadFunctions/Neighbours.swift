import Foundation
import Worker

/// A function that does nothing wrong.
let neighbour = Function.raw("neighbour", access: .anyone) { request, _ in
  if let wait = request.query("ms").flatMap({ Int($0) }) { try await Task.sleep(for: .milliseconds(min(wait, 10_000))) }
  return .text("well")
}

/// Writes, copies, lists, reads and removes temporary files, and answers what it has seen.
let usesFiles = Function.raw("uses_files", access: .anyone) { _, _ in
  let files = FileManager.default
  let folder = files.temporaryDirectory.appending(path: UUID().uuidString)
  try files.createDirectory(at: folder.appending(path: "a/b"), withIntermediateDirectories: true)
  try Data("one\ntwo\n".utf8).write(to: folder.appending(path: "a/x"), options: .atomic)
  try files.copyItem(at: folder.appending(path: "a"), to: folder.appending(path: "c"))
  let names = files.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.sorted() ?? []
  let file = try FileHandle(forReadingFrom: folder.appending(path: "c/x"))
  let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  try file.close()
  let lines = text.split(separator: "\n")
  try files.removeItem(at: folder)
  let seen = [names.joined(separator: " "), lines.joined(separator: " "), "\(files.fileExists(atPath: folder.path))"]
  return .text(seen.joined(separator: ", "))
}

/// Prints `?line=`.
let prints = Function.raw("prints", access: .anyone) { request, _ in
  print(request.query("line") ?? "")
  return .text("printed")
}

/// The runs of ``record``.
let starts = MigrationSet(
  name: "bad",
  [
    Migration(
      version: 1, name: "starts",
      sqlite: "CREATE TABLE bad_starts (id INTEGER PRIMARY KEY, call TEXT NOT NULL) STRICT;",
      postgres: "CREATE TABLE bad_starts (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, call TEXT NOT NULL);")
  ])

/// Writes down that it ran for `?call=`, and takes its time: `?ms=5`.
let record = Function.raw("record", access: .anyone) { request, context in
  let call = request.query("call") ?? ""
  try await context.database.execute("INSERT INTO bad_starts (call) VALUES (\(call))")
  try await Task.sleep(for: .milliseconds(min(request.query("ms").flatMap { Int($0) } ?? 5, 10_000)))
  return .text(call)
}

/// Does what ``record`` does, once for each idempotency key.
let pays = Function.raw("pays", access: .anyone) { request, context in
  let call = request.query("call") ?? ""
  try await context.database.execute("INSERT INTO bad_starts (call) VALUES (\(call))")
  try await Task.sleep(for: .milliseconds(min(request.query("ms").flatMap { Int($0) } ?? 5, 10_000)))
  return .text(call)
}.idempotent()

/// Waits until ``record`` has run for `?call=`.
let waits = Function.raw("waits", access: .anyone) { request, context in
  let call = request.query("call") ?? ""
  while try await context.database.first("SELECT id FROM bad_starts WHERE call = \(call)") == nil {
    try await Task.sleep(for: .milliseconds(20))
  }
  return .text("waited")
}
