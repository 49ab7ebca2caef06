import Edge
import FoundationEssentials
import HTTPTypes
import Host

extension AuthHandler {
  private static let pageSize = 50
  private static let maximumPageSize = 1000

  /// `GET /admin/users`: a page of the users, the newest first.
  func listUsers(_ request: PathRequest) async throws -> Response {
    let page = try number("page", of: request.request, default: 1)
    let size = min(try number("per_page", of: request.request, default: Self.pageSize), Self.maximumPageSize)
    let users = try await store.users(limit: size, offset: (page - 1) * size)
    let last = max(1, (users.total + size - 1) / size)
    // Supabase's clients read the page after the first "=".
    func link(_ page: Int, _ relation: String) -> String {
      "</admin/users?page=\(page)&per_page=\(size)>; rel=\"\(relation)\""
    }
    let next = page < last ? link(page + 1, "next") + ", " : ""
    let body: JSONObject = ["users": .array(users.page.map { .object($0.json) }), "aud": "authenticated"]
    return Response(
      json: body.json, status: .ok,
      headers: [.link: next + link(last, "last"), .totalCount: "\(users.total)"])
  }

  /// A number from 1 to a million of the query.
  private func number(_ name: String, of request: Request, default value: Int) throws(AuthError) -> Int {
    guard let text = request.query(name), !text.isEmpty else { return value }
    guard let number = Int(text), (1...1_000_000).contains(number) else {
      throw .badRequest("Bad Pagination Parameters: \(name) is no number from 1 to 1000000")
    }
    return number
  }

  /// `POST /admin/users`: a user without a session.
  func createUser(_ request: PathRequest) async throws -> Response {
    let fields = try await fields(of: request)
    try fields.checkSupport()
    guard let address = try fields.address() else {
      throw AuthError.badRequest("Cannot create a user without either an email or phone")
    }
    var user = AuthUser(at: request.date)
    if let id = fields.id, !id.isEmpty {
      guard let id = UUID(uuidString: id) else { throw AuthError.badRequest("ID must conform to the uuid v4 format") }
      user = AuthUser(id: id, at: request.date)
    }
    user.setEmail(address, at: request.date)
    try user.merge(user: fields.userMetadata, app: fields.appMetadata)
    guard try await store.user(at: address) == nil else { throw AuthError.emailExists }
    if let password = try fields.newPassword() { user.password = try await hash(password, of: nil) }
    do {
      try await store.add(user)
    } catch let error as AuthError where error == .userExists {
      // The address or the id has been taken: it is the id if the address is still free.
      throw try await store.user(at: address) == nil ? AuthError.idExists : AuthError.emailExists
    }
    return Response(json: user.json.json)
  }

  /// `PUT /admin/users/<id>`. A new password ends all of the user's sessions.
  func changeUser(_ id: UUID, _ request: PathRequest) async throws -> Response {
    let fields = try await fields(of: request)
    try fields.checkSupport()
    if let text = fields.id, !text.isEmpty, UUID(uuidString: text) != id { throw AuthError.idIsFixed }
    return try await change(
      id, address: try fields.address(), password: try fields.newPassword(), userMetadata: fields.userMetadata,
      appMetadata: fields.appMetadata, ending: .all, at: request.date, missing: .noUser)
  }

  /// `DELETE /admin/users/<id>`: the user is gone, and the user's tokens are refused from now on.
  func deleteUser(_ id: UUID) async throws -> Response {
    let now = services.clock.now
    guard let ended = try await store.delete(id, now: now) else { throw AuthError.noUser }
    await ends.end(ended, now: now, logger: services.logger)
    return Response(json: JSONObject().json)
  }
}
