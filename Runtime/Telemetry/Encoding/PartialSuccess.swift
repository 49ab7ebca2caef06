/// The part of a request that a collector rejected, from its answer of success.
struct PartialSuccess: Sendable, Hashable {
  /// The rejected spans, data points or lines.
  let rejected: Int
  /// The reason; empty if there is none.
  let message: String

  /// Reads `partial_success` 1 of an `Export…ServiceResponse`: `rejected_spans`, `rejected_data_points` or
  /// `rejected_log_records` 1, `error_message` 2. Other bytes, such as JSON, say nothing.
  init(_ body: [UInt8]) {
    var (rejected, message) = (0, "")
    var response = ProtobufReader(body)
    while let (field, value) = response.next() {
      guard field == 1, case .data(let bytes) = value else { continue }
      var partial = ProtobufReader(bytes)
      while let (field, value) = partial.next() {
        switch (field, value) {
        case (1, .number(let number)): rejected = max(0, Int(truncatingIfNeeded: number))
        case (2, .data(let text)): message = String(decoding: text.prefix(512), as: UTF8.self)
        default: break
        }
      }
    }
    self.rejected = rejected
    self.message = message
  }
}
