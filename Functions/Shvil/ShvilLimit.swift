import Edge

/// The limit on the calls of one user to all of Shvil's functions together. `[limits.shvil]` overrides it.
let shvilLimit = CallLimit.perMinute(100)

/// The limit on the searches of one user: lists by a filter. `[limits.shvil_search]` overrides it. Shares are read more
/// often, and have the general limit alone.
let shvilSearchLimit = CallLimit.perMinute(50)

/// The limit on what one user uploads: submissions, with or without a photo. `[limits.shvil_upload]` overrides it.
let shvilUploadLimit = CallLimit.perMinute(20)

/// The limit on the new shares of one user, each of which notifies up to 50 users. `[limits.shvil_share]` overrides it.
///
/// The burst is above the most active shares of a user, which are refused with an error of their own.
let shvilShareLimit = CallLimit.perMinute(10, burst: 30)

extension Function {
  /// Returns the function with the limit of all of Shvil's functions, and that of searches.
  func limitedAsSearch() -> Self { limited(shvilLimit, as: "shvil").limited(shvilSearchLimit, as: "shvil_search") }

  /// Returns the function with the limit of all of Shvil's functions, and that of uploads.
  func limitedAsUpload() -> Self { limited(shvilLimit, as: "shvil").limited(shvilUploadLimit, as: "shvil_upload") }

  /// Returns the function with the limit of all of Shvil's functions, and that of new shares.
  func limitedAsShare() -> Self { limited(shvilLimit, as: "shvil").limited(shvilShareLimit, as: "shvil_share") }
}
