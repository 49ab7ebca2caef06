import NIOHPACK
import Wire

/// What a request is answered.
struct Answer: Sendable, Hashable {
  var status: Int
  var id: String?
  var requestID: String?
  var uniqueID: String?
  var channel: String?
  var retryAfter: Int?
  var contentType = "application/json"
  var body: String?

  init(status: Int, body: String? = nil) {
    self.status = status
    self.body = body
  }

  /// An error's body, as Apple writes it.
  static func errorBody(reason: String, timestamp: Int64?) -> String {
    let time = timestamp.map { #","timestamp":\#($0)"# } ?? ""
    return #"{"reason":\#(JSONWriter.quoted(reason))\#(time)}"#
  }

  /// The header block. Ids never come again, so they stay out of the compression table.
  var headers: HPACKHeaders {
    var headers = HPACKHeaders()
    headers.reserveCapacity(6)
    headers.add(name: ":status", value: String(status))
    if let id { headers.add(name: "apns-id", value: id, indexing: .nonIndexable) }
    if let requestID { headers.add(name: "apns-request-id", value: requestID, indexing: .nonIndexable) }
    if let uniqueID { headers.add(name: "apns-unique-id", value: uniqueID, indexing: .nonIndexable) }
    if let channel { headers.add(name: "apns-channel-id", value: channel, indexing: .nonIndexable) }
    if let retryAfter { headers.add(name: "retry-after", value: String(retryAfter)) }
    if body != nil { headers.add(name: "content-type", value: contentType) }
    return headers
  }
}
