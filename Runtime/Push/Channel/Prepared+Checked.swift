extension ChannelRequest.Prepared {
  /// Prepares a request anew that another process has prepared. So no part of it can turn into another part of the HTTP
  /// request, which carries the provider token.
  ///
  /// - Throws: ``PushError`` for the app's bundle id or the channel's id.
  package func checked() throws(PushError) -> ChannelRequest.Prepared {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 3 else { throw PushError(.invalidValue, field: "path", "It is not one of an app's channels.") }
    return try request.prepared(bundleID: String(parts[3]), environment: environment, id: id)
  }
}
