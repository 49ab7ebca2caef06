import Cryptography
import Database

/// The rules that compare a set of migrations with a database's records of it.
struct MigrationHistory {
  let set: MigrationSet
  let dialect: SQLDialect

  /// The record of a migration once it is applied.
  func record(of migration: Migration) -> MigrationRecord {
    MigrationRecord(
      version: migration.version, name: migration.name,
      checksum: SHA256Digest(of: [UInt8](migration.text(for: dialect).utf8).span).hexadecimal,
      isBreaking: migration.isBreaking)
  }

  /// Compares the set with the records of the applied migrations.
  func status(after applied: [MigrationRecord]) throws(DatabaseError) -> MigrationStatus {
    for (previous, next) in zip(set.migrations, set.migrations.dropFirst()) where previous.version >= next.version {
      throw DatabaseError(
        .migrationOrder,
        "Migrations of \(set.name) must have unique, increasing versions: \(next.version) follows \(previous.version).")
    }
    var newer: [MigrationStatus.Unknown] = []
    for record in applied {
      if let known = set.migrations.first(where: { $0.version == record.version }) {
        guard self.record(of: known).checksum == record.checksum else {
          throw DatabaseError(
            .migrationEdited,
            "Migration \(known.version) (\(known.name)) of \(set.name) was edited after it was applied; add another.")
        }
      } else {
        try checkUnknown(record)
        newer.append(MigrationStatus.Unknown(version: record.version, name: record.name))
      }
    }
    return MigrationStatus(pending: try pending(after: applied), newer: newer)
  }

  /// Accepts an unknown migration only if it is newer than all of the set and not breaking.
  private func checkUnknown(_ record: MigrationRecord) throws(DatabaseError) {
    let migration = "migration \(record.version) (\(record.name)) of \(set.name), which this program does not know"
    if let last = set.migrations.last, record.version < last.version {
      throw DatabaseError(
        .migrationUnknown, "The database has \(migration), although it knows later ones: another program applied it.")
    }
    guard !record.isBreaking else {
      throw DatabaseError(
        .migrationUnknown, "The database has the breaking \(migration): a newer program applied it.")
    }
  }

  private func pending(after applied: [MigrationRecord]) throws(DatabaseError) -> [Migration] {
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
