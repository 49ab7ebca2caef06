import FoundationEssentials
import Wire

extension InvokeCaller {
  /// The caller of a form: `caller`, and for a user their id in `user`. Without an id the user is a new one.
  ///
  /// - Throws: ``PageError/invalid(_:)``.
  init(_ form: Form, among kinds: [Kind]) throws(PageError) {
    guard let kind = form["caller"].flatMap(Kind.init), kinds.contains(kind) else {
      throw .invalid("caller is not one of \(kinds.map(\.rawValue).joined(separator: ", "))")
    }
    switch kind {
    case .anon: self = .anon
    case .serviceRole: self = .serviceRole
    case .user:
      let text = (form["user"] ?? "").filter { !$0.isWhitespace }
      guard let id = text.isEmpty ? UUID() : UUID(wire: text.lowercased()) else { throw .invalid("user is not a UUID") }
      self = .user(id)
    }
  }

  /// The caller in words.
  var words: String {
    switch self {
    case .anon: "anon"
    case .serviceRole: "the service role"
    case .user(let id): "the user \(id.lowercased)"
    }
  }
}
