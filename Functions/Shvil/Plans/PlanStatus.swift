import Edge

/// The states of a plan.
enum PlanStatus: String, Codable, SQLValue, CaseIterable {
  case draft, active, completed, cancelled
}

extension KeyedDecodingContainer {
  /// A plan's status. The error of another value names the states.
  func decodePlanStatus(_ key: Key) throws -> PlanStatus {
    do {
      return try decode(PlanStatus.self, forKey: key)
    } catch {
      let words = PlanStatus.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "Expected one of \(words)")
    }
  }
}
