/// The jobs that an action selected and did not change, in words.
enum UnchangedJobs {
  /// The numbers after the number of changed jobs: `; 1 skipped (…); 2 busy (…)`, empty for none.
  static func words(skipped: Int, busy: Int) -> String {
    let skipped = skipped > 0 ? "; \(Quantities.count(skipped)) skipped (state changed, or key in use)" : ""
    let busy = busy > 0 ? "; \(Quantities.count(busy)) busy (in another transaction: do it again for them)" : ""
    return skipped + busy
  }
}
