/// A filter of a ``TableRoute``: `column=eq.value`.
package struct TableFilter: Sendable, Hashable, CustomStringConvertible {
  /// The table's column.
  package let column: String
  /// The function's input that gets the value.
  package let input: TableInput
  /// Whether a request must have it.
  package let isRequired: Bool

  /// A condition on a column.
  package init(column: String, input: TableInput, isRequired: Bool) {
    self.column = column
    self.input = input
    self.isRequired = isRequired
  }

  /// The filter with its input's name for the value: `id=eq.{note_id}`.
  package var description: String { "\(column)=eq.{\(input.name)}" }
}
