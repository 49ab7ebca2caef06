import Foundation
import Worker

/// A function that does nothing wrong.
let neighbour = Function.raw("neighbour", access: .anyone) { request, _ in
  if let wait = request.query("ms").flatMap({ Int($0) }) { try await Task.sleep(for: .milliseconds(min(wait, 10_000))) }
  return .text("well")
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

/// Waits until ``record`` has run for `?call=`.
let waits = Function.raw("waits", access: .anyone) { request, context in
  let call = request.query("call") ?? ""
  while try await context.database.first("SELECT id FROM bad_starts WHERE call = \(call)") == nil {
    try await Task.sleep(for: .milliseconds(20))
  }
  return .text("waited")
}
