/// The declared secrets of one function or job that are not set.
struct MissingSecrets: Hashable {
  /// `function` or `job`.
  let kind: String
  let name: String
  let secrets: [String]

  /// What to do about them.
  var hint: String {
    let table = "[functions.\(name).secrets]"
    if let reserved = secrets.first(where: FunctionSecrets.isReserved) {
      return "declare another name than \(reserved): names that start with SUPABASE_ are the host's"
    }
    if let own = secrets.first(where: { FunctionSecrets.isOfTheHost($0) }) {
      return "set it under \(table): the variable \(own) is the host's own, and functions do not get it"
    }
    return "set it in .env, in the environment or under \(table)"
  }
}
