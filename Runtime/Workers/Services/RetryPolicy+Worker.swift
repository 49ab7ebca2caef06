import Edge

extension HTTPClient.RetryPolicy {
  /// The rules within the bounds that the host keeps for a worker: its retries take the time of the host.
  var boundedForWorker: HTTPClient.RetryPolicy {
    var policy = self
    policy.attempts = min(attempts, 10)
    policy.firstPause = max(firstPause, .milliseconds(50))
    policy.longestPause = max(longestPause, .milliseconds(50))
    return policy
  }
}
