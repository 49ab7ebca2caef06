import Edge

/// Keeps of the jobs' history the last 30 days, and of each job no more than the last 10,000 runs.
let pruneHistory = Job.pruneHistory()
