package import HTTPTypes
import Synchronization

/// A request's header fields: as they came over the wire, or as somebody made them.
///
/// The host looks at two or three of them, and most functions at none, so those that came are kept as bytes until
/// somebody asks for all.
package struct RequestFields: Sendable {
  /// Fields as they came, to be filled by whoever cuts them.
  package struct Received: Sendable {
    fileprivate var bytes: [UInt8] = []
    fileprivate var fields: [(name: HTTPField.Name, value: Range<Int>)] = []

    package init() {
      bytes.reserveCapacity(512)
      fields.reserveCapacity(12)
    }

    /// Adds a field.
    ///
    /// - Parameter value: Without blanks around it, and without control characters.
    package mutating func append(_ name: HTTPField.Name, _ value: Span<UInt8>) {
      let start = bytes.count
      unsafe value.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      fields.append((name, start..<bytes.count))
    }
  }

  private enum Storage: Sendable {
    case made(HTTPFields)
    case received(Cut)
  }

  /// What came, and all of it as fields once somebody has asked.
  private final class Cut: Sendable {
    let received: Received
    let all = Mutex<HTTPFields?>(nil)

    init(_ received: Received) { self.received = received }

    func value(_ range: Range<Int>) -> String { String(decoding: received.bytes[range], as: UTF8.self) }
  }

  private let storage: Storage

  package init(_ fields: HTTPFields) { storage = .made(fields) }

  package init(_ received: Received) { storage = .received(Cut(received)) }

  /// All of them.
  package var all: HTTPFields {
    switch storage {
    case .made(let fields): fields
    case .received(let cut):
      cut.all.withLock { all in
        if let all { return all }
        var fields = HTTPFields()
        fields.reserveCapacity(cut.received.fields.count)
        for field in cut.received.fields {
          fields.append(HTTPField(name: field.name, value: cut.value(field.value)))
        }
        all = fields
        return fields
      }
    }
  }

  /// The values of the fields of that name, each by itself.
  package func values(_ name: HTTPField.Name) -> [String] {
    switch storage {
    case .made(let fields): fields[values: name]
    case .received(let cut):
      cut.received.fields.filter { $0.name == name }.map { cut.value($0.value) }
    }
  }

  /// How often a field is there.
  package enum Occurrence {
    case none
    case one(ArraySlice<UInt8>)
    /// Two readers might take another each.
    case several
  }

  /// The value of the only field of that name, as bytes.
  package func sole(_ name: HTTPField.Name) -> Occurrence {
    var occurrence = Occurrence.none
    switch storage {
    case .made(let fields):
      for index in 0..<fields.count where fields[index].name == name {
        guard case .none = occurrence else { return .several }
        occurrence = .one(ArraySlice(fields[index].value.utf8))
      }
    case .received(let cut):
      for field in cut.received.fields where field.name == name {
        guard case .none = occurrence else { return .several }
        occurrence = .one(cut.received.bytes[field.value])
      }
    }
    return occurrence
  }

  /// The value of the first field of that name.
  package func first(_ name: HTTPField.Name) -> String? {
    switch storage {
    case .made(let fields):
      // By indices: an iterator is asked through its protocol, field by field.
      for index in 0..<fields.count where fields[index].name == name { return fields[index].value }
    case .received(let cut):
      for field in cut.received.fields where field.name == name { return cut.value(field.value) }
    }
    return nil
  }

  package func contains(_ name: HTTPField.Name) -> Bool {
    switch storage {
    case .made(let fields): fields.contains(name)
    case .received(let cut): cut.received.fields.contains { $0.name == name }
    }
  }
}
