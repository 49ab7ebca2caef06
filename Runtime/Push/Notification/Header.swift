import Wire

/// Checks of the values that become headers or parts of a path.
enum Header {
  /// An app's bundle id: it becomes a part of the topic and of paths.
  static func checkBundleID(_ id: String) throws(PushError) {
    guard !id.isEmpty else { throw PushError(.missing, field: "bundle id", "It is empty; set the app's bundle id.") }
    let fits = id.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }
    guard fits, id.utf8.count <= 255 else {
      throw PushError(
        .invalidValue, field: "bundle id", "It may have letters, digits, hyphens and dots, 255 at most.")
    }
  }

  static func checkCollapseID(_ id: String) throws(PushError) {
    let field = "apns-collapse-id"
    guard !id.isEmpty else { throw PushError(.invalidValue, field: field, "It is empty; leave it out instead.") }
    guard id.utf8.count <= 64 else {
      throw PushError(.tooLarge, field: field, "It has \(id.utf8.count) bytes; use at most 64.")
    }
    // HTTP drops spaces at both ends of a value, so two ids could become the same.
    guard id.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), id.first != " ", id.last != " " else {
      throw PushError(
        .invalidValue, field: field, "It has a control character, or a space at an end; remove it.")
    }
  }

  /// A channel's id, which is Base64.
  static func checkChannel(_ id: String, field: String) throws(PushError) {
    guard !id.isEmpty else {
      throw PushError(.missing, field: field, "It is empty; send the channel's id as Apple gave it.")
    }
    let fits = id.utf8.allSatisfy { ASCII.isAlphanumeric($0) || [0x2B, 0x2F, 0x3D].contains($0) }
    guard fits, id.utf8.count <= 255 else {
      throw PushError(.invalidValue, field: field, "It is not Base64; send the channel's id as Apple gave it.")
    }
  }
}
