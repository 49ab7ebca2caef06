package import FoundationEssentials
import Wire

/// The caller as which the console calls a function.
package enum InvokeCaller: Sendable, Hashable {
  /// A user who is not signed in: the key `anon`.
  case anon
  /// The project itself.
  case serviceRole
  /// A user, by a token that is made for the call.
  case user(UUID)

  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case anon
    case serviceRole = "service_role"
    case user

    package var words: HTML {
      switch self {
      case .anon: "anon"
      case .serviceRole: "service role"
      case .user: "a user"
      }
    }
  }

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

  var words: String {
    switch self {
    case .anon: "anon"
    case .serviceRole: "the service role"
    case .user(let id): "the user \(id.lowercased)"
    }
  }
}
