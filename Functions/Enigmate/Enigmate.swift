import Edge

/// The functions of Enigmate: riddles, chats about them, and scores.
public let enigmate = App(
  functions: [
    riddleToday, riddle, getChat, saveChat, saveScore, bestScore, ownScores,
  ],
  procedures: [
    riddleProcedure.readOnly(), getChatProcedure.readOnly(), saveChatProcedure, saveScoreProcedure,
    bestScoreProcedure.readOnly(), ownScores.readOnly(),
  ])
