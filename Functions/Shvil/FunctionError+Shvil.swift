import Edge

/// The refusals of Shvil's groups and hunts.
///
/// A group or a hunt that the caller may not see is answered like one that does not exist.
extension FunctionError {
  static let groupNotFound = notFound("GROUP_NOT_FOUND", "Group not found")
  static let huntNotFound = notFound("HUNT_NOT_FOUND", "Hunt not found")
  static let checkpointNotFound = notFound("CHECKPOINT_NOT_FOUND", "Checkpoint not found")
  static let submissionNotFound = notFound("SUBMISSION_NOT_FOUND", "Submission not found")
  static let huntOver = conflict("The hunt is over")

  /// 400 `VALIDATION_ERROR` with the path of a member of the input.
  static func invalid(_ path: String, _ rule: String) -> FunctionError {
    let details: JSONValue = ["path": .string("$.\(path)"), "reason": .string("Expected \(rule)")]
    return validation("$.\(path): Expected \(rule)", details: details)
  }
}
