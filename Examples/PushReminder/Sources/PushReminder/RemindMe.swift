import Foundation
import Swiftlet

struct NewReminder: Codable, Sendable {
  let text: String
  /// The device's token in hexadecimal, as the app got it from iOS.
  let device: String
  /// When to remind; nil: now.
  let at: Date?
}

struct ReminderReference: Codable, Sendable {
  let id: UUID
}

/// Stores a reminder, and a job that sends it when it is time.
let remindMe = Function("remind_me", access: .user) { (new: NewReminder, context) in
  guard (1...200).contains(new.text.unicodeScalars.count) else {
    throw FunctionError.validation("A reminder has 1 to 200 characters")
  }
  let device: DeviceToken
  do {
    device = try DeviceToken(new.device, environment: context.push.environment)
  } catch {
    throw FunctionError.validation("\(error)")
  }
  let reminder = ReminderReference(id: UUID())
  try await context.database.transaction { transaction in
    try await transaction.execute(
      """
      INSERT INTO reminders (id, user_id, text, device)
      VALUES (\(reminder.id), \(context.userID), \(new.text), \(device.hex))
      """)
    try await context.jobs.enqueue(sendReminder, reminder, at: new.at, in: transaction)
  }
  return reminder
}
