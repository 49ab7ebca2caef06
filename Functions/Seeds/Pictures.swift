public import Edge

/// The pictures of the riddles, which are built into the program so that it has them wherever it is started.
public let pictures: [SeedFile] = [
  ("1.png", PackageResources.riddle_1_png), ("2.png", PackageResources.riddle_2_png),
  ("3.png", PackageResources.riddle_3_png), ("4.png", PackageResources.riddle_4_png),
  ("5.png", PackageResources.riddle_5_png), ("6.png", PackageResources.riddle_6_png),
  ("7.png", PackageResources.riddle_7_png), ("8.png", PackageResources.riddle_8_png),
  ("9.png", PackageResources.riddle_9_png), ("10.png", PackageResources.riddle_10_png),
  ("11.png", PackageResources.riddle_11_png), ("12.png", PackageResources.riddle_12_png),
].map { SeedFile(bucket: "riddle-images", path: $0, bytes: $1) }

/// Stores the missing pictures. A project's storage may have no service key here, or not the bucket: what it refuses is
/// a warning, and the riddles are there all the same.
public func addPictures(to storage: any Storage, _ logger: Logger) async {
  do {
    try await storage.add(pictures)
  } catch {
    let reason = (error as? FunctionError)?.message ?? "\(error)"
    logger.warning("The riddles' pictures are not in the storage", metadata: ["reason": "\(reason)"])
  }
}
