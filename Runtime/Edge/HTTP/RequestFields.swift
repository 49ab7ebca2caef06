package import HTTPTypes
import Synchronization

/// A request's header fields, as received bytes or as `HTTPFields`.
///
/// The host reads two or three of them, and most functions none. So received fields stay bytes until ``all`` is read.
package struct RequestFields: Sendable {
  private enum Storage: Sendable {
    case made(HTTPFields)
    case received(Received)
    case deferred(Deferred)
  }

  /// Received fields, and their conversion to `HTTPFields` once it is made.
  private final class Received: Sendable {
    let bytes: [UInt8]
    let fields: [(name: HTTPField.Name, value: Range<Int>)]
    let all = Mutex<HTTPFields?>(nil)

    init(_ bytes: [UInt8], _ fields: [(name: HTTPField.Name, value: Range<Int>)]) {
      self.bytes = bytes
      self.fields = fields
    }

    func value(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  }

  /// Fields that are read when one of them is asked for.
  private final class Deferred: Sendable {
    let read: @Sendable () -> HTTPFields
    let all = Mutex<HTTPFields?>(nil)

    init(_ read: @escaping @Sendable () -> HTTPFields) { self.read = read }
  }

  private let storage: Storage

  package init(_ fields: HTTPFields) { storage = .made(fields) }

  /// Received fields.
  ///
  /// - Parameters:
  ///   - bytes: the values, one after the other.
  ///   - fields: each field's name, and the range of its value in `bytes`.
  package init(bytes: [UInt8], fields: [(name: HTTPField.Name, value: Range<Int>)]) {
    storage = .received(Received(bytes, fields))
  }

  /// Fields that are read at the first use.
  package init(deferred read: @escaping @Sendable () -> HTTPFields) { storage = .deferred(Deferred(read)) }

  /// Passes each field's name, in the spelling of the client, and the bytes of its value.
  package func forEach(_ body: (_ name: String, _ value: ArraySlice<UInt8>) -> Void) {
    if case .received(let received) = storage {
      for field in received.fields { body(field.name.rawName, received.bytes[field.value]) }
    } else {
      for field in all {
        body(field.name.rawName, unsafe field.withUnsafeBytesOfValue { unsafe Array($0) }[...])
      }
    }
  }

  package var count: Int {
    if case .received(let received) = storage { received.fields.count } else { all.count }
  }

  package var all: HTTPFields {
    switch storage {
    case .made(let fields): fields
    case .deferred(let deferred):
      deferred.all.withLock { all in
        if let all { return all }
        let fields = deferred.read()
        all = fields
        return fields
      }
    case .received(let received):
      received.all.withLock { all in
        if let all { return all }
        var fields = HTTPFields()
        fields.reserveCapacity(received.fields.count)
        for field in received.fields {
          // As bytes: a value need not be UTF-8 (RFC 9110, section 5.5).
          fields.append(HTTPField(name: field.name, value: received.bytes[field.value]))
        }
        all = fields
        return fields
      }
    }
  }

  /// The values of all fields of a name.
  package func values(_ name: HTTPField.Name) -> [String] {
    switch storage {
    case .made, .deferred: all[values: name]
    case .received(let received):
      received.fields.filter { $0.name == name }.map { received.value($0.value) }
    }
  }

  /// The number of fields of one name.
  package enum Occurrence {
    case none
    case one(ArraySlice<UInt8>)
    /// Ambiguous: two readers of the request may choose different ones.
    case several
  }

  /// The value of the only field of a name, as bytes.
  package func sole(_ name: HTTPField.Name) -> Occurrence {
    var occurrence = Occurrence.none
    switch storage {
    case .made, .deferred:
      let fields = all
      for index in 0..<fields.count where fields[index].name == name {
        guard case .none = occurrence else { return .several }
        occurrence = .one(ArraySlice(fields[index].value.utf8))
      }
    case .received(let received):
      for field in received.fields where field.name == name {
        guard case .none = occurrence else { return .several }
        occurrence = .one(received.bytes[field.value])
      }
    }
    return occurrence
  }

  /// The value of the first field of a name.
  package func first(_ name: HTTPField.Name) -> String? {
    switch storage {
    case .made, .deferred:
      let fields = all
      // By indices: the iterator of `HTTPFields` is slower, since it is called through its protocol.
      for index in 0..<fields.count where fields[index].name == name { return fields[index].value }
    case .received(let received):
      for field in received.fields where field.name == name { return received.value(field.value) }
    }
    return nil
  }

  package func contains(_ name: HTTPField.Name) -> Bool {
    switch storage {
    case .made, .deferred: all.contains(name)
    case .received(let received): received.fields.contains { $0.name == name }
    }
  }
}
