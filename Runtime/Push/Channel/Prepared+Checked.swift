extension ChannelRequest.Prepared {
  /// Prepares a request anew that another process has prepared, so that nothing in it leaves its place in the request,
  /// which carries the provider token.
  ///
  /// - Throws: ``PushError`` for the app's bundle id or the channel's id.
  package func checked() throws(PushError) -> ChannelRequest.Prepared {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 3 else { throw PushError(.invalidValue, field: "path", "It is not one of an app's channels.") }
    return try request.prepared(bundleID: String(parts[3]), environment: environment, id: id)
  }
}
