package import Edge

/// A rare value that travels as JSON.
package protocol JSONMessage: Message, Codable {}

extension JSONMessage {
  /// Reads the JSON.
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readJSON() }
  /// Writes the JSON.
  package func write(to writer: inout MessageWriter) { writer.write(json: self) }
}

extension HostHealth: JSONMessage {}
extension OperationStatistics: JSONMessage {}
extension CertifiedSignature: JSONMessage {}
