package import Edge

/// A rare value that travels as JSON.
package protocol JSONMessage: Message, Codable {}

extension JSONMessage {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readJSON() }
  package func write(to writer: inout MessageWriter) { writer.write(json: self) }
}

extension HostHealth: JSONMessage {}
extension OperationStatistics: JSONMessage {}
extension CertifiedSignature: JSONMessage {}
extension JobStanding: JSONMessage {}
