import Database

extension MigrationSet {
  /// The lack of some of its migrations, in words.
  func lack(of count: Int) -> String { "the database lacks \(count) migration\(count == 1 ? "" : "s") of \(name)" }
}
