public import Edge

/// The scheduled jobs of the apps and of the host.
public let crontab: [Job] = sharedJobs + swivoJobs + leftovaJobs + shvilJobs

/// The job that deletes expired history of the host and of all apps.
public let sharedJobs: [Job] = [pruneHistory]

/// The jobs of Swivo.
public let swivoJobs: [Job] = [expireSessions, pruneInviteMisses]

/// The jobs of Leftova.
public let leftovaJobs: [Job] = [expireTrials, resetDailyLimits]

/// The jobs of Shvil.
public let shvilJobs: [Job] = [advanceHunts, expireETAShares]
