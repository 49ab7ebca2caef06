import Host
import Testing

@testable import Swiftlet

@Suite struct BucketTablesTests {
  @Test func aTableConfiguresABucket() throws {
    let loaded = try Loading(
      config: """
        [storage]
        enabled = true
        file_size_limit = "20MiB"
        user_quota = "100MiB"
        [storage.image_transformation]
        enabled = true
        [storage.buckets.photos]
        public = true
        file_size_limit = 1000
        allowed_mime_types = ["image/PNG", "application/pdf"]
        objects_path = "./photos"
        [storage.buckets.albums]
        """
    ).load()
    #expect(loaded.warnings.isEmpty)
    #expect(loaded.host.storage.fileSize == 20 << 20)
    #expect(loaded.host.storage.userQuota == 100 << 20)
    var photos = StorageConfiguration.Bucket()
    photos.isPublic = true
    photos.fileSize = 1000
    photos.types = ["image/png", "application/pdf"]
    #expect(loaded.host.storage.buckets == ["photos": photos, "albums": StorageConfiguration.Bucket()])
    #expect(loaded.shown("storage.buckets.photos.allowed_mime_types") == "image/png, application/pdf")
    #expect(loaded.origin(of: "storage.buckets.photos.public") == "config.toml [storage.buckets.photos] public")
  }

  @Test func theVariablesOfTheLimits() throws {
    let variables = ["SWIFTLET_STORAGE_FILE_SIZE_LIMIT": "1KiB", "SWIFTLET_STORAGE_USER_QUOTA": "0"]
    let loaded = try Loading(config: "[storage]\nfile_size_limit = 5", environment: variables).load()
    #expect(loaded.host.storage.fileSize == 1024)
    #expect(loaded.host.storage.userQuota == 0)
  }

  @Test(arguments: [
    ("[storage.buckets.x]\npublic = 1", "config.toml [storage.buckets.x] public is 1: expected true or false"),
    ("[storage.buckets.x]\nallowed_mime_types = []", "config.toml [storage.buckets.x] allowed_mime_types is "),
    (
      "[storage.buckets.x]\nallowed_mime_types = [\"image/png\", \"image/svg+xml\"]",
      #"config.toml [storage.buckets.x] allowed_mime_types has the element "image/svg+xml": expected media types"#
    ),
    ("[storage.buckets.\".uploads\"]", "config.toml [storage.buckets..uploads]: a bucket has "),
    ("[storage.buckets.\"a/b\"]", "config.toml [storage.buckets.a/b]: a bucket has "),
    ("[storage.buckets]\nx = 1", "config.toml [storage.buckets.x] is 1: expected a table"),
  ])
  func whatIsWrongIsNamed(_ config: String, _ message: String) throws {
    let failure = try Loading(config: config).failure()
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
  }

  @Test func anUnknownKeyIsAWarning() throws {
    let loaded = try Loading(config: "[storage.buckets.x]\npubic = true").load()
    #expect(loaded.warnings == ["config.toml: unknown key 'pubic' in [storage.buckets.x] (did you mean 'public'?)"])
  }
}
