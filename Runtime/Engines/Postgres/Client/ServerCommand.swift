/// One statement of a round trip, with its values.
struct ServerCommand: Sendable {
  var statement: Statement
  var values = BoundValues.none
  /// Whether the statement is prepared, since it is likely to be sent again.
  var isRepeated = true

  /// About how many bytes it takes until it is sent.
  var size: Int { MemoryLayout<Self>.stride + statement.numberedText.utf8.count + values.bytes.count }
}
