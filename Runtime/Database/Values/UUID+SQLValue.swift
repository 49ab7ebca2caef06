public import FoundationEssentials
import Wire

extension UUID: SQLValue {
  /// The lower-case text, the spelling of Postgres and of this project's wire.
  public func encoded() -> DatabaseValue { .text(lowercased) }

  /// A UUID's text in either case.
  public static func decoded(from value: DatabaseValue) -> UUID? {
    if case .text(let text) = value { UUID(wire: text) } else { nil }
  }
}
