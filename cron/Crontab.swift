public import Edge

/// The scheduled jobs of the apps and of the host.
public let crontab: [Job] = [
  advanceHunts, expireETAShares, expireSessions, expireTrials, pruneInviteMisses, resetDailyLimits, pruneHistory,
]
