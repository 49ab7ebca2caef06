import Foundation
import Swiftlet

/// Pieces of work that are enqueued together.
struct Order: Codable, Sendable {
  let pieces: [Work]
  /// Whether the jobs are those of ``doWorkStrictly``.
  var isStrict: Bool?
  /// The delay of the jobs in milliseconds.
  var delay: Int?

  enum CodingKeys: String, CodingKey {
    case pieces, delay
    case isStrict = "is_strict"
  }
}

struct Receipt: Codable, Sendable {
  /// The jobs' ids, in the order of the pieces.
  let jobs: [Int64]
}

/// Stores pieces of work and enqueues a job for each, in one transaction.
let enqueueWork = Function("enqueue_work", access: .serviceRole) { (order: Order, context) in
  let due = order.delay.map { context.clock.now.addingTimeInterval(Double($0) / 1000) }
  return try await context.database.transaction { transaction in
    var jobs: [Int64] = []
    for piece in order.pieces {
      try await transaction.execute("INSERT INTO work (id, note) VALUES (\(piece.id), \(piece.note))")
      let function = order.isStrict == true ? doWorkStrictly : doWork
      jobs.append(try await context.jobs.enqueue(function, piece, at: due, in: transaction).id)
    }
    return Receipt(jobs: jobs)
  }
}
