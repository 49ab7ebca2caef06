/// The id of an operation: its name, by the index in ``OperationNames``, and its number among the operations of that
/// name.
///
/// It is written as `signIn_2`.
struct OperationID: Sendable, Hashable {
  let name: Int
  let number: Int
}
