import Worker

/// The input of ``trapJob``.
struct TrapInput: Codable, Sendable {
  let index: Int
}

/// A job that traps: an index beyond an array's end.
let trapJob = Function("trap_job", access: .serviceRole) { (input: TrapInput, _) in
  let numbers = [1, 2, 3]
  return numbers[input.index]
}
.queued(attempts: 3, backOff: BackOff(base: .zero))

/// Enqueues ``trapJob`` with `?index=3`, and answers with the job's id.
let enqueueTrap = Function.raw("enqueue_trap", access: .anyone) { request, context in
  let index = request.query("index").flatMap { Int($0) } ?? 3
  let job = try await context.jobs.enqueue(trapJob, TrapInput(index: index))
  return .text("\(job.id)")
}
