/// A change of an export's state, for the log.
enum ExportNotice: Sendable, Hashable {
  /// It begins to fail.
  case failing(ExportOutcome.Fault)
  /// It works again.
  case working
  /// The collector rejected a part of a request for the first time.
  case rejecting(PartialSuccess)
}
