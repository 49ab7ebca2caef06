import Wire

extension ArrivedNotification {
  /// One element of `GET /_simulator/notifications`. The payload is written unchanged, because it was checked to be
  /// JSON.
  var json: String {
    """
    {"id":\(id),"apns_id":\(JSONWriter.quoted(apnsID)),"token":\(Self.quote(token)),"channel":\(Self.quote(channel)),\
    "topic":\(JSONWriter.quoted(topic)),"type":\(JSONWriter.quoted(type)),"priority":\(priority),\
    "expiration":\(expiration.map(String.init) ?? "null"),"collapse_id":\(Self.quote(collapseID)),\
    "received_at":"\(WireDate.string(from: receivedAt))","connection":\(connection),\
    "payload":\(String(decoding: payload, as: UTF8.self))}
    """
  }

  private static func quote(_ text: String?) -> String { text.map(JSONWriter.quoted) ?? "null" }
}
