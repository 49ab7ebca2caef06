import Edge

/// The functions of Enigmate: riddles, chats about them, and scores.
public let enigmate = App(
  functions: [
    riddleToday, riddle, getChat, saveChat, saveScore, bestScore, ownScores,
  ],
  procedures: [
    riddleProcedure, getChatProcedure, saveChatProcedure, saveScoreProcedure, bestScoreProcedure, ownScores,
  ])
