/// A file of the storage without its bytes.
package struct ObjectHead: Message, Hashable {
  package var contentType: String
  /// The length in bytes; nil if the storage does not say.
  package var size: Int?

  package init(contentType: String, size: Int?) {
    self.contentType = contentType
    self.size = size
  }

  package init(from reader: inout MessageReader) throws(MessageFault) {
    contentType = try reader.readString()
    size = try Optional(from: &reader)
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(contentType)
    writer.write(size)
  }
}
