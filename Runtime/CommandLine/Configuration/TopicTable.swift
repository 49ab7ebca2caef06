import Wire

/// A reader of the table `[apns.topics]` in `config.toml`: the bundle ids of further apps, by name.
struct TopicTable {
  let reader: TablesReader

  /// The bundle ids by app.
  func topics() throws(Failure) -> [String: String] {
    let file = reader.file
    guard let node = try file.table("apns")["topics"] else { return [:] }
    let section = try ConfigurationSection(reader, "apns", "topics", node)
    var topics: [String: String] = [:]
    try file.readEach(of: section.table) { (app, _) throws(Failure) in
      guard (1...32).contains(app.utf8.count), app.utf8.allSatisfy(ASCII.isWord) else {
        throw Failure(
          .configuration, "\(file.name) [apns.topics]: an app's name has 1 to 32 letters, digits and _: '\(app)'")
      }
      topics[app] = try section.read(app, .bundleID)
    }
    return topics
  }
}
