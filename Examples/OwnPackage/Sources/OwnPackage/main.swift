import Swiftlet

// A full host: these functions under /functions/v1, and every command of `swiftlet`.
await Swiftlet.main(functions: [echo, countdown, sleepy, benchLike])
