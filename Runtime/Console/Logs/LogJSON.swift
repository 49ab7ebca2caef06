package import Host
import Logging
import Wire

/// A line of the log as one line of JSON, in the form in which the host writes it.
package enum LogJSON {
  package static func line(_ record: LogRecord) -> String {
    var members: [(String, JSONValue)] = [
      ("time", .string(WireDate.string(from: record.time))), ("level", .string(record.level.rawValue)),
      ("message", .string(record.message)),
    ]
    if let function = record.function { members.append(("function", .string(function))) }
    if let id = record.invocation { members.append(("id", .string(id.lowercased))) }
    let reserved = Set(members.map(\.0))
    for field in record.fields where !reserved.contains(field.name) {
      members.append((field.name, .string(field.value)))
    }
    let bytes = (try? Wire.encode(JSONValue.object(JSONObject(members.map { ($0.0, $0.1) })))) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}
