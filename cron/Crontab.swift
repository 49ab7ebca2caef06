public import Edge

/// What runs on a schedule: the jobs of the apps and of the host.
public let crontab: [Job] = [expireETAShares, expireSessions, pruneInviteMisses, resetDailyLimits, pruneHistory]
