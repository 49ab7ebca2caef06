import Swiftlet

struct CompletedTask: Codable {
  let title: String
}

/// Notes a task that the user has completed today.
let completeTask = Function("complete_task", access: .user) { (task: CompletedTask, context) in
  try await context.database.execute(
    """
    INSERT INTO completed_tasks (user_id, day, title) VALUES (\(context.userID), \(context.clock.today), \(task.title))
    """)
  return NoContent()
}

struct Digest: Codable, Equatable {
  let day: String
  let tasks: Int
}

/// The digests of the calling user, the latest first.
let digests = Function("digests", access: .user) { context in
  try await context.database.query(
    "SELECT day, tasks FROM digests WHERE user_id = \(context.userID) ORDER BY day DESC LIMIT 31"
  ).map { Digest(day: try $0.get("day"), tasks: try $0.get("tasks")) }
}
