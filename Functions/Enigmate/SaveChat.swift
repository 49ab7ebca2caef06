import Edge

/// Stores the caller's chat about a riddle. The messages replace those of the chat.
let saveChat = Function("save_chat", access: .user) { (input: NewChat, context) in
  try await store(input.messages, about: input.riddleID, context)
}
.idempotent()
.described("Stores the messages of the caller's chat about a released riddle.")
.errors(.userNotFound, .riddleNotFound)

/// ``saveChat`` as a database function.
let saveChatProcedure = Function("save_chat", access: .user) { (input: NewChatParameters, context) in
  try await store(input.messages, about: input.riddleID, context)
}.idempotent()

struct NewChat: Codable {
  let riddleID: RiddleID
  let messages: ChatMessages

  enum CodingKeys: String, CodingKey {
    case riddleID = "riddle_id"
    case messages
  }
}

struct NewChatParameters: Codable {
  let riddleID: RiddleID
  let messages: ChatMessages

  enum CodingKeys: String, CodingKey {
    case riddleID = "p_riddle_id"
    case messages = "p_messages"
  }
}

private func store(
  _ messages: ChatMessages, about riddleID: RiddleID, _ context: Context<UserAccess>
) async throws -> Chat {
  let userID = context.userID
  let now = context.clock.now
  let dialect = context.database.dialect
  return try await context.database.transaction(retries: 3) { transaction in
    guard try await transaction.first(.released(riddleID, on: CalendarDay(containing: now))) != nil else {
      throw FunctionError.riddleNotFound
    }
    // Locked, so that concurrent calls of one user begin one chat.
    try await transaction.holdUser(userID, at: now)
    // The latest, if the app has begun several.
    let chat = try await transaction.first(
      "SELECT id FROM chats WHERE user_id = \(userID) AND riddle_id = \(riddleID) ORDER BY id DESC LIMIT 1")
    let statement: SQL =
      if let id = try chat?.get("id", as: Int.self) {
        "UPDATE chats SET messages = \(messages.text), updated_at = \(now) WHERE id = \(id)"
      } else {
        """
        INSERT INTO chats (user_id, riddle_id, messages, updated_at)
        VALUES (\(userID), \(riddleID), \(messages.text), \(now))
        """
      }
    try await transaction.execute(statement)
    return try Chat(await transaction.first(.chat(of: userID, about: riddleID, dialect)), about: riddleID)
  }
}
