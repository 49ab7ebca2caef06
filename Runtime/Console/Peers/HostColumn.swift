/// The texts and links that name the host of a row, in a list of several hosts.
enum HostColumn {
  static func name(of item: HostValue<some Sendable>) -> HTML {
    "\(item.host)\(if: item.isOwn, " <small>this host</small>")"
  }

  /// The name of the host in a row; nil if there is no other host.
  static func name(of item: HostValue<some Sendable>, unless isAlone: Bool) -> HTML? {
    isAlone ? nil : name(of: item)
  }

  /// The path of a record's page, with the host that has it unless it is this one.
  static func link(_ path: String, of item: HostValue<some Sendable>) -> String {
    item.isOwn ? path : path + Form([Form.Field("host", item.host)]).link
  }

  /// The key of a row: two hosts have records of the same number.
  static func key(_ key: String, of item: HostValue<some Sendable>) -> String {
    item.isOwn ? key : "\(item.host) \(key)"
  }
}
