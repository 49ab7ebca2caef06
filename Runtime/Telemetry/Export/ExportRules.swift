/// The bounds and times of the export of one signal.
package struct ExportRules: Sendable, Hashable {
  /// The most items that wait, such as spans. Older ones are dropped.
  package var queueSize = 2048
  /// The most items of a request.
  package var batchSize = 512
  /// The time from the first item of a batch to its request, if the batch does not become full before.
  package var delay = Duration.seconds(5)
  /// The time limit of a request.
  package var timeout = Duration.seconds(10)
  /// The most bytes that wait.
  var queueBytes = 8 << 20
  /// The most bytes of a request with more than one item.
  var batchBytes = 2 << 20
  /// The bound of the first pause after a failure. It doubles with each further failure in a row.
  var firstPause = Duration.seconds(1)
  /// The largest bound of a pause.
  var longestPause = Duration.seconds(30)
  /// The longest pause that a collector may ask for.
  var longestRetryAfter = Duration.seconds(600)

  package init() {}
}
