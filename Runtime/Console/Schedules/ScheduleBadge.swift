package import Jobs

/// The badge that says whether a schedule runs.
struct ScheduleBadge {
  let word: String
  private let kind: Badge.Kind

  init(_ job: JobStatus) {
    (word, kind) =
      !job.isEnabled
      ? ("off", .idle) : job.isPaused ? ("paused", .warning) : job.running > 0 ? ("running", .busy) : ("on", .good)
  }

  var html: HTML { Badge(kind, word).html }
}

extension JobStatus {
  /// The schedule in words, without the zone.
  package var words: String {
    let zone = ", \(timeZone)"
    return description.hasSuffix(zone) ? String(description.dropLast(zone.count)) : description
  }
}
