import Edge
import Glibc
import HTTPTypes
import Testing

@testable import Host

@Suite struct StorageRefusalTests {
  /// A file that is not there stays away; one that the process cannot open now may be had later.
  @Test(arguments: [
    (ENOENT, 404), (ENOTDIR, 404), (ELOOP, 404), (EACCES, 404), (ENAMETOOLONG, 404), (ENXIO, 404), (EMFILE, 503),
    (ENFILE, 503), (ENOMEM, 503), (EIO, 500),
  ])
  func theSystemsErrorDecides(_ error: CInt, _ status: Int) {
    let refusal = StorageRefusal(openFailedWith: error)
    let response = refusal.response
    #expect(refusal.statusCode == status)
    // Supabase's storage server has a client's errors in the body alone.
    #expect(response.status.code == (status == 404 ? 400 : status))
    #expect(response.headers[.retryAfter] == (status == 503 ? "1" : nil))
  }
}
