import Cryptography

/// The rules by which a set of migrations is compared with what a database records of it.
struct MigrationHistory {
  /// One recorded migration.
  struct Entry: Equatable {
    let version: Int
    let name: String
    let checksum: String
    let isBreaking: Bool
  }

  let set: MigrationSet
  let dialect: SQLDialect

  static func entry(_ row: Row) throws(DatabaseError) -> Entry {
    Entry(
      version: try row.get("version"), name: try row.get("name"), checksum: try row.get("checksum"),
      isBreaking: try row.get("breaking"))
  }

  /// What is recorded of a migration once it is applied.
  func entry(_ migration: Migration) -> Entry {
    Entry(
      version: migration.version, name: migration.name,
      checksum: SHA256Digest(of: [UInt8](migration.text(for: dialect).utf8).span).hexadecimal,
      isBreaking: migration.isBreaking)
  }

  /// Compares the set with what was applied.
  func status(after applied: [Entry]) throws(DatabaseError) -> MigrationStatus {
    for (previous, next) in zip(set.migrations, set.migrations.dropFirst()) where previous.version >= next.version {
      throw DatabaseError(
        .migrationOrder,
        "Migrations of \(set.name) must have unique, increasing versions: \(next.version) follows \(previous.version).")
    }
    var newer: [MigrationStatus.Unknown] = []
    for entry in applied {
      if let known = set.migrations.first(where: { $0.version == entry.version }) {
        guard self.entry(known).checksum == entry.checksum else {
          throw DatabaseError(
            .migrationEdited,
            "Migration \(known.version) (\(known.name)) of \(set.name) was edited after it was applied; add another.")
        }
      } else {
        try checkUnknown(entry)
        newer.append(MigrationStatus.Unknown(version: entry.version, name: entry.name))
      }
    }
    return MigrationStatus(pending: try pending(after: applied), newer: newer)
  }

  /// A program can go on beside a migration that it does not know if a newer program applied it and says that it can.
  private func checkUnknown(_ entry: Entry) throws(DatabaseError) {
    let migration = "migration \(entry.version) (\(entry.name)) of \(set.name), which this program does not know"
    if let last = set.migrations.last, entry.version < last.version {
      throw DatabaseError(
        .migrationUnknown, "The database has \(migration), although it knows later ones: another program applied it.")
    }
    guard !entry.isBreaking else {
      throw DatabaseError(
        .migrationUnknown, "The database has the breaking \(migration): a newer program applied it.")
    }
  }

  private func pending(after applied: [Entry]) throws(DatabaseError) -> [Migration] {
    let versions = Set(applied.map(\.version))
    let pending = set.migrations.filter { !versions.contains($0.version) }
    if let first = pending.first, let last = versions.max(), first.version < last {
      throw DatabaseError(
        .migrationOrder,
        "Migration \(first.version) (\(first.name)) of \(set.name) comes before \(last), which is applied already.")
    }
    return pending
  }
}
