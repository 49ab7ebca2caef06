import Edge

/// The limit on the calls of one user to all of Shvil's functions together. `[limits.shvil]` overrides it.
let shvilLimit = CallLimit.perMinute(100)
