import HTTPTypes

/// The policy that keeps the documents of functions and other servers apart from the host's own pages, which have the
/// same origin.
///
/// It looks at the fields of one response while they are written. A document gets a further field
/// `Content-Security-Policy` beside those of its author, since a browser enforces all of them (W3C "Content Security
/// Policy Level 3"). Its origin is then opaque: it has no cookie of the host and reads none of its pages.
struct DocumentSandbox {
  /// The value of the further field.
  static let policy =
    "sandbox allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox"

  private let isOn: Bool
  private let status: Int
  private var types = 0
  private var hasDocumentType = false
  private var hasPolicy = false

  /// - Parameter isOn: whether documents are kept apart. Otherwise all fields pass, and none is added.
  init(isOn: Bool, status: Int) {
    self.isOn = isOn
    self.status = status
  }

  /// Looks at a field of the response; returns whether it is sent. `Service-Worker-Allowed` is not: with it, a script
  /// could become a service worker for the paths of the host's own pages.
  mutating func admits(_ field: HTTPField) -> Bool {
    guard isOn else { return true }
    // Comparing lengths first is faster.
    switch field.name.canonicalName.utf8.count {
    case 12 where field.name == .contentType:
      types += 1
      // Not a copy: a value in UTF-8 is stored as a string.
      let value = field.value
      if DocumentType.mayBe(value.utf8.span) { hasDocumentType = true }
    case 22: return field.name != .serviceWorkerAllowed
    case 23 where field.name == .contentSecurityPolicy: hasPolicy = true
    default: break
    }
    return true
  }

  /// Whether the response gets the policy, once all of its fields have been looked at.
  var isNeeded: Bool {
    guard isOn else { return false }
    let isDocument = types != 1 || hasDocumentType
    return switch status {
    case ..<200, 204: false
    // With these, a cache updates the fields of a stored response (RFC 9111, section 3.2), in a browser all but its
    // type: their own policy would take the place of a stored document's.
    case 206: isDocument || hasPolicy
    case 304: hasPolicy
    default: isDocument
    }
  }
}
