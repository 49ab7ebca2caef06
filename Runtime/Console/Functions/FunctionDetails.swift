package import OpenAPI

/// Everything that the console shows about one function beside its numbers.
package struct FunctionDetails: Sendable {
  /// The function.
  package let description: FunctionDescription
  /// The calls that it answers: as a function, as a database function, and at the routes of tables.
  package let operations: [OpenAPI.Operation]
  /// The settings in force.
  package let settings: [FunctionSetting]
  /// The secrets that it sees, without their values.
  package let secrets: [FunctionSecret]
  /// A sentence about its purpose; nil if it has none.
  package let summary: String?

  package init(
    _ description: FunctionDescription, operations: [OpenAPI.Operation], settings: [FunctionSetting] = [],
    secrets: [FunctionSecret] = [], summary: String? = nil
  ) {
    self.description = description
    self.operations = operations
    self.settings = settings
    self.secrets = secrets
    self.summary = summary
  }
}
