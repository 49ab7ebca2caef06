/// A function or a job that is served without secrets that it declares.
struct MissingSecrets: Hashable {
  /// `function` or `job`.
  let kind: String
  let name: String
  /// The secrets' names.
  let secrets: [String]
}
