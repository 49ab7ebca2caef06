import Loop

extension FileStatus {
  /// The mode in octal digits, if users other than the owner have any permission; nil if they have none.
  var modeOpenToOthers: String? { permissions & 0o077 == 0 ? nil : String(permissions & 0o777, radix: 8) }

  /// The mode in octal digits, if users outside of the file's group may do anything with it, or its group may write; nil
  /// if they may not.
  var modeOpenBeyondGroup: String? { permissions & 0o027 == 0 ? nil : String(permissions & 0o777, radix: 8) }

  /// The mode in octal digits, if users other than the owner may write; nil if they may not.
  var modeWritableByOthers: String? { permissions & 0o022 == 0 ? nil : String(permissions & 0o777, radix: 8) }
}
