import Loop

extension FileStatus {
  /// The mode in octal digits, if users other than the owner have any permission; nil if they have none.
  var modeOpenToOthers: String? { permissions & 0o077 == 0 ? nil : String(permissions & 0o777, radix: 8) }
}
