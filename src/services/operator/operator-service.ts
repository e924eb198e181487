// The operator's work on the whole installation: backup, restore, drill, move to another engine, and the doctor.
import type { MoveOptions, StoreMover } from '../../domain/operation/moving.js'
import type { Drill, DrillOptions } from '../../domain/ports/drill.js'
import type { CopyOptions, DatabaseCopy, FileRestoreOptions } from '../../domain/ports/upkeep.js'
import { CHECK_TIMEOUT_MS, createChecks, type DoctorCheckDeps } from './doctor/checks.js'
import { type DoctorTexts, type Examination, runChecks } from './doctor/run-checks.js'

export interface OperatorServiceDeps extends DoctorCheckDeps {
  readonly drill: Drill
  readonly mover: StoreMover
  readonly texts: DoctorTexts
  /** Stores that a backup was complete, if this process owns the database. */
  recordBackup(): Promise<void>
}

export function createOperatorService(ports: OperatorServiceDeps) {
  return {
    /** Copies the file that this process has open, wherever it is now; where it has none open, the one at the path. */
    makeCopy: async (options: CopyOptions): Promise<DatabaseCopy> => {
      const { openFile } = ports
      const isMoved = openFile !== undefined && (await openFile.isMoved())
      return isMoved ? ports.upkeep.makeCopyOf(openFile, options) : ports.upkeep.makeCopy(options)
    },
    recordBackup: () => ports.recordBackup(),
    drill: (options: DrillOptions) => ports.drill.run(options),
    moveStore: (options: MoveOptions) => ports.mover.move(options),
    restore: (source: string, options: FileRestoreOptions) => ports.upkeep.restore(source, options),
    examine: (): Promise<Examination> => runChecks(createChecks(ports), CHECK_TIMEOUT_MS, ports.texts),
  }
}

export type OperatorService = ReturnType<typeof createOperatorService>
