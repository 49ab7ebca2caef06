/// The answer to an operation that has no value.
package struct Nothing: Message, Hashable {
  /// No value.
  package init() {}
  /// Reads no byte.
  package init(from reader: inout MessageReader) throws(MessageFault) {}
  /// Writes no byte.
  package func write(to writer: inout MessageWriter) {}
}
