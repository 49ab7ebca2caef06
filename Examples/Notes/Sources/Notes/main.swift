import Swiftlet

await Swiftlet.main(functions: functions, routes: routes, migrations: [migrations])
