/// A run that can enqueue jobs.
protocol JobOriginating: Sendable {
  /// The origin that its jobs carry.
  var jobOrigin: JobOrigin { get }
}
