import Edge
import HTTPTypes

/// The preferences of a request to a table for its response, in `Prefer` (RFC 7240) and `Accept`.
struct TablePreferences: Sendable, Hashable {
  /// `return`: whether the response to a write has the rows.
  private(set) var returnsRows = false
  /// The value of `return`, if it is known.
  private(set) var applied: String?
  /// `count`: whether the response says how many rows there are.
  private(set) var countsRows = false
  /// Whether the response is one row in place of an array.
  private(set) var isSingular = false

  init() {}

  /// - Throws: ``TableRefusal/Cause`` for a request that only PostgREST can answer: an upsert, another schema, another
  ///   form than JSON.
  init(_ fields: RequestFields) throws(TableRefusal.Cause) {
    for name in [HTTPField.Name.acceptProfile, .contentProfile] {
      guard fields.values(name).allSatisfy({ $0 == "public" }) else { throw .form(of: name.rawName, takes: "public") }
    }
    guard read(accept: fields.values(.accept)) else {
      throw .form(of: "Accept", takes: "application/json or application/vnd.pgrst.object+json")
    }
    // Of a repeated preference the first one counts.
    var seen: Set<String> = []
    for preference in fields.values(.prefer).lazy.flatMap({ $0.split(separator: ",") }) {
      let parts = preference.split(separator: "=", maxSplits: 1).map(\.trimmed)
      guard let name = parts.first, let value = parts.dropFirst().first, seen.insert(name).inserted else { continue }
      switch (name, value) {
      case ("resolution", _): throw .form(of: "Prefer", takes: "return and count, and no resolution")
      case ("return", "representation"), ("return", "minimal"), ("return", "headers-only"):
        returnsRows = value == "representation"
        applied = value
      case ("count", "exact"), ("count", "planned"), ("count", "estimated"): countsRows = true
      default: break
      }
    }
  }

  /// - Returns: whether JSON is accepted.
  private mutating func read(accept values: [String]) -> Bool {
    guard !values.isEmpty else { return true }
    for type in values.lazy.flatMap({ $0.split(separator: ",") }) {
      switch type.prefix(while: { $0 != ";" }).trimmed.lowercased() {
      case "application/vnd.pgrst.object+json", "application/vnd.pgrst.object":
        isSingular = true
        return true
      case "application/json", "application/vnd.pgrst.array+json", "application/*", "*/*": return true
      default: continue
      }
    }
    return false
  }
}
