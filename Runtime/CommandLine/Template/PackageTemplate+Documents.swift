extension PackageTemplate {
  var configuration: String {
    """
    # The host's settings; a Supabase project's own config.toml works as it is. Flags and the environment override it.

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

    Swift functions at `/functions/v1/<name>`, served by Swiftlet. The package builds on Linux.

    ```sh
    swift test
    swift run \(name.module) serve
    ```

    `serve` prints the address. In another terminal:

    ```sh
    swift run \(name.module) invoke greet --body '{"name":"Ada"}'
    curl http://127.0.0.1:54321/functions/v1/greet \\
      -H "Authorization: Bearer $(swift run \(name.module) token)" \\
      -H "Content-Type: application/json" -d '{"name":"Ada"}'
    ```

    A job runs on its schedule while `serve` runs. The commands on jobs:

    ```sh
    swift run \(name.module) jobs list
    swift run \(name.module) jobs run say_good_morning
    swift run \(name.module) jobs history
    ```

    A function is a value in a file of its own, listed in `Sources/\(name.module)/Catalogue.swift`. `config.toml` and `.env`
    hold the settings; `swift run \(name.module) serve --print-config` shows them all.

    """
  }
}
