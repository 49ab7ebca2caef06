/// The rights of a statement or a transaction.
package enum Rights: Message, Hashable {
  /// The host's own.
  case host
  /// A caller's, under row-level security: the role, and the token's claims as JSON.
  case caller(role: String, claims: String)

  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .host
    case 1: self = .caller(role: try reader.readString(), claims: try reader.readString())
    default: throw MessageFault("rights are neither the host's nor a caller's")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .host: writer.write(case: 0)
    case .caller(let role, let claims): writer.write(case: 1, role, claims)
    }
  }
}
