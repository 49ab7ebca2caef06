/// The answer to an operation that has no value.
package struct Nothing: Message, Hashable {
  package init() {}
  package init(from reader: inout MessageReader) throws(MessageFault) {}
  package func write(to writer: inout MessageWriter) {}
}
