import Database

extension PostgresOptions {
  /// What is wrong with an address, in words without a value of it; nil if libpq can read it.
  package static func fault(in url: String) -> String? {
    do throws(DatabaseError) {
      _ = try ServerAddress(url: url, defaults: [:])
      return nil
    } catch {
      return error.message
    }
  }
}
