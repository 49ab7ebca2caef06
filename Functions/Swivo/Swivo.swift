import Edge

/// The functions of Swivo: sessions, likes, matches and their notifications.
public let swivo = App(
  functions: [
    createSession, joinSession, likeOption, closeSession, updateAPNsToken, notifyMatch, deliverMatch,
    matchDeliveries, categories, openSessions, sessionOptions, session, setUsername,
  ],
  procedures: [
    createSessionProcedure, joinSessionProcedure, likeOptionProcedure, closeSessionProcedure,
    updateAPNsTokenProcedure, categories, openSessions, sessionOptionsProcedure, session, setUsernameProcedure,
  ])
