package import OpenAPI

/// Everything that the console shows about one function beside its numbers.
package struct FunctionDetails: Sendable {
  package let description: FunctionDescription
  /// The calls that it answers: as a function, as a database function, and at the routes of tables.
  package let operations: [OpenAPI.Operation]
  package let settings: [PrintedSetting]
  /// The secrets that it sees, without their values.
  package let secrets: [FunctionSecret]
  /// A sentence about its purpose; nil if it has none.
  package let summary: String?

  package init(
    _ description: FunctionDescription, operations: [OpenAPI.Operation], settings: [PrintedSetting] = [],
    secrets: [FunctionSecret] = [], summary: String? = nil
  ) {
    self.description = description
    self.operations = operations
    self.settings = settings
    self.secrets = secrets
    self.summary = summary
  }
}
