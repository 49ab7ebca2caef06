import Edge

/// Answers with the caller's chat about a riddle; without messages if it has not begun, or its row cannot be read.
let getChat = Function("get_chat", access: .user) { (input: RiddleReference, context) in
  try await chat(about: input.riddleID, context)
}
.readOnly()
.described("Answers with the caller's chat about a released riddle; without messages if it has not begun.")
.errors(.riddleNotFound)

/// ``getChat`` as a database function.
let getChatProcedure = Function("get_chat", access: .user) { (input: RiddleParameters, context) in
  try await chat(about: input.riddleID, context)
}.readOnly()

private func chat(about riddleID: RiddleID, _ context: Context<UserAccess>) async throws -> Chat {
  guard try await context.database.first(.released(riddleID, on: context.clock.today)) != nil else {
    throw FunctionError.riddleNotFound
  }
  let dialect = context.database.dialect
  let rows = try await context.database.query(.chat(of: context.userID, about: riddleID, dialect))
  let chats = rows.readable(of: "chats", context.logger) { try Chat($0, about: riddleID) }
  return try chats.first ?? Chat(nil, about: riddleID)
}
