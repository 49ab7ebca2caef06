extension PackageTemplate {
  /// The files that belong to no repository: products, a host's data, sockets, secrets and keys.
  var ignored: String {
    """
    .build/
    .env
    *.sqlite
    *.sqlite-*
    *.sqlite.lock
    *.sock
    /storage/
    swiftlet-bundles/
    swiftlet-*-apns/
    *.p8

    """
  }

  var configuration: String {
    """
    # The host's settings; it also reads a Supabase project's own config.toml. Flags and the environment override it.

    [api]
    port = 54321

    # What differs from a function's code:
    # [functions.greet]
    # max_body = "1MiB"

    # And from a job's: schedule, time_zone, enabled, catch_up, overlap, retries, older_than.
    # [jobs.say_good_morning]
    # schedule = "30 7 * * MON-FRI"
    # time_zone = "Europe/Berlin"

    """
  }

  var readme: String {
    """
    # \(name.text)

    Swift functions at `/functions/v1/<name>`, which a Swiftlet host loads. The package builds on Linux, and needs no library
    but Swift's own; the host is the program `swiftlet`.

    ```sh
    swiftlet dev
    ```

    builds the package, serves it on port 54321, and builds it again whenever a file below `Sources` changes. The compiler's errors
    are shown, and the last good version stays up meanwhile. In another terminal, in this folder, with `swiftlet` in the `PATH`:

    ```sh
    curl http://127.0.0.1:54321/functions/v1/greet \\
      -H "Authorization: Bearer $(swiftlet token)" \\
      -H "Content-Type: application/json" -d '{"name":"Ada"}'
    ```

    Change `Hello` in `Sources/\(name.module)/Greet.swift`, save it, and call it again once `dev` says that the new version is up.

    Functions run in processes of their own, the workers. A function that crashes ends its worker: the calls in that worker are
    answered 500, and all others go on. `swiftlet workers list` shows the workers. A job runs on its schedule while a host runs:

    ```sh
    swiftlet jobs list
    swiftlet jobs run say_good_morning
    swiftlet jobs history
    ```

    To a host that runs already, such as one of `swiftlet serve` in a folder with its `config.toml`, the package is deployed
    without a restart; `swiftlet rollback` takes the version before:

    ```sh
    swift build -c release --product \(name.module)
    swiftlet deploy \(name.text) .build/release/\(name.module)
    swiftlet bundles
    swiftlet rollback \(name.text)
    ```

    `swift test` drives a whole host in the test's process. It builds that host once, which takes minutes and needs the host's
    libraries (libcurl, libpq, SQLite, OpenSSL); the package's own build does not.

    A function is a value in a file of its own, listed in `Sources/\(name.module)/Catalogue.swift`. `config.toml` and `.env`
    hold the host's settings; `swiftlet serve --print-config` shows them all.

    """
  }
}
