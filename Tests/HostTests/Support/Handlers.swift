import Edge
import Foundation
import NIOCore

/// Handlers that many tests call.
enum Handlers {
  struct Named: Codable, Sendable { var name: String }

  static let user = Function("user", access: .user) { context in ["user": context.userID.uuidString.lowercased()] }
  static let verified = Function("verified") { context in ["role": context.caller.identity.role.rawValue] }
  static let service = Function("service", access: .serviceRole) { _ in ["ok": true] }
  static let open = Function("open", access: .anyone) { _ in ["ok": true] }
  static let typed = Function("typed", access: .anyone) { (input: Named, _) in ["hello": input.name] }
  /// Tells what it sees of its request.
  static let echo = Function.raw("echo", access: .anyone) { request, _ in
    let body = String(buffer: try await request.body.collect(upTo: .max))
    return .text("\(request.method.rawValue) \(request.path)|\(request.rawQuery ?? "-")|\(body)")
  }
}
