/// A filter of a ``TableRoute``: `column=eq.value`.
package struct TableFilter: Sendable, Hashable, CustomStringConvertible {
  package let column: String
  /// The function's input that gets the value.
  package let input: TableInput
  package let isRequired: Bool

  package init(column: String, input: TableInput, isRequired: Bool) {
    self.column = column
    self.input = input
    self.isRequired = isRequired
  }

  /// The filter with its input's name for the value: `id=eq.{note_id}`.
  package var description: String { "\(column)=eq.{\(input.name)}" }
}
