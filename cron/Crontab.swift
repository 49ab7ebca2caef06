public import Edge

/// The scheduled jobs of the apps and of the host.
public let crontab: [Job] = sharedJobs + swivoJobs + leftovaJobs + shvilJobs

/// The jobs that every app shares: what the host and the apps keep for a limited time.
public let sharedJobs: [Job] = [pruneHistory]

/// The jobs of Swivo.
public let swivoJobs: [Job] = [expireSessions, pruneInviteMisses]

/// The jobs of Leftova.
public let leftovaJobs: [Job] = [expireTrials, resetDailyLimits]

/// The jobs of Shvil.
public let shvilJobs: [Job] = [advanceHunts, expireETAShares]
