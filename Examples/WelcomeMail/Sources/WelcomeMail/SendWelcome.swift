import Swiftlet

/// A mail, as the mail service takes it.
private struct Mail: Encodable, Sendable {
  let to: String
  let subject: String
  let text: String
}

/// Hands the welcome mail to the mail service: at most ten a second, on all hosts together, and four at a time.
let sendWelcome = Function("send_welcome", access: .serviceRole) { (welcome: Welcome, context) in
  guard let run = context.run else { throw FunctionError.validation("It is sent from the queue") }
  let profile = try await context.database.first("SELECT name, mail FROM profiles WHERE user_id = \(welcome.userID)")
  guard let profile else { throw JobError.discard(reason: "the profile is gone") }
  let mail = Mail(
    to: try profile.get("mail"), subject: "Welcome", text: "Hello \(try profile.get("name", as: String.self))!")
  var request = try HTTPClient.Request(url: context.secrets.require("MAIL_API_URL"), json: mail)
  request.timeout = .seconds(10)
  try request.setHeader("Authorization", "Bearer \(try context.secrets.require("MAIL_API_KEY"))")
  // The job's id is the same in every try: the service knows a mail that it has.
  try request.setHeader("Idempotency-Key", "welcome-\(run.id)")
  let response = try await context.http.send(request)
  switch response.status.code {
  case 200..<300: return NoContent()
  case 429:
    let seconds = response.headers[.retryAfter].flatMap { Int($0) } ?? 30
    throw JobError.retry(after: .seconds(min(max(1, seconds), 3600)), reason: "the mail service asks to wait")
  case 400, 422: throw JobError.discard(reason: "the mail service refuses the mail: \(response.status.code)")
  // What remains may pass: the next try comes after the back-off.
  default: throw FunctionError.notConnected("The mail service answered \(response.status.code)")
  }
}
.secrets("MAIL_API_URL", "MAIL_API_KEY")
.queued(attempts: 10, timeout: .seconds(30), concurrency: 4, rate: .perSecond(10)) { "welcome \($0.userID)" }
