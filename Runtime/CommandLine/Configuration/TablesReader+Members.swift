extension TablesReader {
  /// Reads the table of each member of a group, in the order of the members' names, and warns of its unknown keys.
  ///
  /// - Parameters:
  ///   - group: the group's name: `functions`.
  ///   - keys: the known keys of a member.
  ///   - check: throws for a name that a member cannot have.
  ///   - read: reads the keys of a member.
  func readEach(
    of group: String, keys: [String], check: (String) throws(Failure) -> Void = { _ in },
    _ read: (ConfigurationSection) throws(Failure) -> Void
  ) throws(Failure) {
    try file.readEach(of: try file.table(group)) { (name, node) throws(Failure) in
      try check(name)
      let section = try ConfigurationSection(self, group, name, node)
      for warning in KnownKeys.warnings(for: section.table, section: section.name, known: keys, file: file.name) {
        warn(warning)
      }
      try read(section)
    }
  }
}
