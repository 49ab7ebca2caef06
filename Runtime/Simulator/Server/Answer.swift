import Wire

/// The response to a request.
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

  /// The body of an error in Apple's format.
  static func errorBody(reason: String, timestamp: Int64?) -> String {
    let time = timestamp.map { #","timestamp":\#($0)"# } ?? ""
    return #"{"reason":\#(JSONWriter.quoted(reason))\#(time)}"#
  }

  /// The header block. Ids are not repeated, so they are not put into the compression table.
  var fields: [HTTP2Field] {
    var fields = [HTTP2Field(":status", String(status))]
    if let id { fields.append(HTTP2Field("apns-id", id, isIndexed: false)) }
    if let requestID { fields.append(HTTP2Field("apns-request-id", requestID, isIndexed: false)) }
    if let uniqueID { fields.append(HTTP2Field("apns-unique-id", uniqueID, isIndexed: false)) }
    if let channel { fields.append(HTTP2Field("apns-channel-id", channel, isIndexed: false)) }
    if let retryAfter { fields.append(HTTP2Field("retry-after", String(retryAfter))) }
    if body != nil { fields.append(HTTP2Field("content-type", contentType)) }
    return fields
  }
}
