import Wire

/// A reader of the table `[apns.topics]` in `config.toml`: the bundle ids of further apps, by name.
struct TopicTable {
  let file: ConfigurationFile
  private(set) var entries: [ConfigurationEntry] = []

  init(file: ConfigurationFile) { self.file = file }

  /// The bundle ids by app.
  mutating func topics() throws(Failure) -> [String: String] {
    guard let node = try file.table("apns")["topics"] else { return [:] }
    var section = try ConfigurationSection(file, "apns", "topics", node)
    var topics: [String: String] = [:]
    try file.readEach(of: section.table) { (app, _) throws(Failure) in
      guard (1...32).contains(app.utf8.count), app.utf8.allSatisfy(ASCII.isWord) else {
        throw Failure(
          .configuration, "\(file.name) [apns.topics]: an app's name has 1 to 32 letters, digits and _: '\(app)'")
      }
      topics[app] = try section.read(app, .bundleID)
    }
    entries += section.entries
    return topics
  }
}
