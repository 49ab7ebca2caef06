package import Edge

extension StoredEntry: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    self.init(
      name: try reader.readString(),
      file: try reader.readOptional { reader throws(MessageFault) in
        File(
          contentType: try reader.readString(), size: try reader.readInt(), updatedAt: try reader.readDate())
      })
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(name)
    writer.write(file) { writer, file in
      writer.write(file.contentType)
      writer.write(file.size)
      writer.write(file.updatedAt)
    }
  }
}
