import Swiftlet

await Swiftlet.main(functions: functions, migrations: [migrations])
