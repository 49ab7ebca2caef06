/// The known sections and keys of `config.toml`, and warnings about unknown ones.
enum KnownKeys {
  /// The sections whose keys are settings, and no other server's.
  static let settings = ["swiftlet", "apns", "gateway", "workers", "console"]
  /// The keys of `[functions.<name>]`: Supabase's, then Swiftlet's.
  static let function =
    [
      "enabled", "verify_jwt", "import_map", "entrypoint", "static_files", "env", "max_body", "secrets", "idle_timeout",
      "wall_clock_limit", "allow_hosts",
    ] + worker
  /// The keys of `[functions.<name>]` that are about the workers of the function.
  static let worker = [
    "policy", "group", "memory", "cpu_soft", "cpu_hard", "open_files", "log_lines", "concurrency", "queue_timeout",
    "sandbox",
  ]
  /// The keys of `[bundles.<name>]`.
  static let bundle = ["executable"]
  /// The keys of `[jobs.<name>]`.
  static let job = ["schedule", "time_zone", "enabled", "catch_up", "overlap", "retries", "older_than"]
  /// The keys of `[storage.buckets.<name>]`, all of them Supabase's.
  static let bucket = ["public", "file_size_limit", "allowed_mime_types", "objects_path"]
  /// The keys of `[limits.<name>]`.
  static let limit = ["rate", "burst", "per", "functions", "enabled"]
  /// The names of paths without a function that a limit may name, besides functions.
  static let limitedPaths: Set<String> = ["auth", "realtime", "rest", "storage", "unrouted"]
  /// The sections that Swiftlet reads. `[storage]` has keys of Supabase's other servers too.
  static let sections = [
    "api", "swiftlet", "apns", "bundles", "console", "gateway", "edge_runtime", "functions", "jobs", "limits",
    "retention", "storage", "workers",
  ]

  /// The other top-level names of a Supabase project's file (supabase/cli 2.104), which configure other servers.
  private static let foreign: Set<String> = [
    "analytics", "auth", "db", "experimental", "inbucket", "local_smtp", "project_id", "realtime", "remotes", "studio",
  ]

  /// The keys of a section of ``settings``.
  static func keys(of section: String) -> [String] {
    Settings.all.filter { $0.isInFile && $0.section == section }.map(\.name) + (section == "apns" ? ["topics"] : [])
  }

  /// A warning for each unknown key of a section.
  static func warnings(
    for table: [String: TOMLNode], section: String, known: [String], file: String
  ) -> [String] {
    table.keys.filter { !known.contains($0) }.sorted().map { key in
      "\(file): unknown key '\(key)' in [\(section)]\(hint(for: key, known: known))"
    }
  }

  /// A warning for each top-level section or key whose name is close to one of Swiftlet's.
  ///
  /// Other names give no warning: a project's file has sections for other servers.
  static func warnings(for root: TOMLNode, file: String) -> [String] {
    let unknown = (root.table ?? [:]).filter { !sections.contains($0.key) && !foreign.contains($0.key) }
    return unknown.sorted { $0.key < $1.key }.flatMap { name, node -> [String] in
      guard let table = node.table else {
        return elsewhere(name).map { ["\(file): unknown key '\(name)' before the first section\($0)"] } ?? []
      }
      guard let section = Suggestion.closest(to: name, in: sections) else { return [] }
      // `[job.tidy_up]` is the table `tidy_up` in the table `job`.
      let members = table.filter { $0.value.table != nil }.keys.sorted()
      let below = members.isEmpty ? [""] : members.map { ".\($0)" }
      return below.map { "\(file): unknown section [\(name)\($0)] (did you mean [\(section)\($0)]?)" }
    }
  }

  private static func hint(for key: String, known: [String]) -> String {
    let isElsewhere = Settings.all.contains { $0.isInFile && $0.name == key }
    if !isElsewhere, let near = Suggestion.closest(to: key, in: known) { return " (did you mean '\(near)'?)" }
    return elsewhere(key) ?? "; known keys: \(known.joined(separator: ", "))"
  }

  /// The suggestion of a key in another section whose name is close.
  private static func elsewhere(_ key: String) -> String? {
    let others = Settings.all.filter { $0.isInFile }
    guard let near = Suggestion.closest(to: key, in: others.map(\.name)),
      let section = others.first(where: { $0.name == near })?.section
    else { return nil }
    return " (did you mean '\(near)' in [\(section)]?)"
  }
}
