import Functions
import Swiftlet

await Swiftlet.main(functions: functions, procedures: procedures, migrations: [migrations], seed: seed)
