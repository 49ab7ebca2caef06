import Foundation
import Swiftlet

/// Sends a reminder to its device. Each answer of Apple's has its consequence here.
let sendReminder = Function("send_reminder", access: .serviceRole) { (reminder: ReminderReference, context) in
  let row = try await context.database.first(
    "SELECT text, device FROM reminders WHERE id = \(reminder.id) AND outcome = 'waiting' AND device IS NOT NULL")
  // It was sent by an earlier run, or its user deleted it.
  guard let row else { return NoContent() }
  let notification = PushNotification(
    .alert(PushAlert(title: "Reminder", body: .plain(try row.get("text")), sound: .standard)),
    bundleID: context.push.bundleID, custom: ["reminder": reminder.id.uuidString],
    // Sent twice, it is shown once.
    collapseID: "reminder-\(reminder.id.uuidString)")
  let device = try DeviceToken(try row.get("device", as: String.self), environment: context.push.environment)
  // The same id in every run: for Apple it is the same notification.
  switch try await context.push.send(notification, to: device, id: reminder.id, retryDeadline: .seconds(20)) {
  case .delivered:
    try await context.database.execute("UPDATE reminders SET outcome = 'delivered' WHERE id = \(reminder.id)")
  case .unregistered:
    try await context.database.execute(
      "UPDATE reminders SET outcome = 'unregistered', device = NULL WHERE id = \(reminder.id)")
  case .refused(let fault, _):
    try await context.database.execute("UPDATE reminders SET outcome = 'refused' WHERE id = \(reminder.id)")
    throw JobError.discard(reason: "Apple refused it: \(fault.code.rawValue)")
  case .undelivered(let fault, _, _):
    // The next try comes after the back-off.
    throw FunctionError.notConnected("Apple could not be reached: \(fault.code.rawValue)")
  }
  return NoContent()
}
.queued(attempts: 12, timeout: .seconds(60)) { "reminder \($0.id)" }
