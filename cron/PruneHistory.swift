import Edge

/// Prunes the jobs' history to the last 30 days, and to the last 10,000 runs of each job.
let pruneHistory = Job.pruneHistory()
