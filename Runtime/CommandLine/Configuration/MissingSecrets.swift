/// The declared secrets of one function or job that are not set.
struct MissingSecrets: Hashable {
  /// `function` or `job`.
  let kind: String
  let name: String
  /// The secrets' names.
  let secrets: [String]
}
