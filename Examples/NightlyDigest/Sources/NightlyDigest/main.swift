import Swiftlet

await Swiftlet.main(functions: functions, jobs: jobs, migrations: [migrations])
