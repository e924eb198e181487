// A child process of a drill: starts it, reads its messages, and kills it.
import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { rejection } from '../domain/error.js'
import { compiled } from '../project-root.js'
import { type DrillTask, type WorkerMessage, workerMessage } from './messages.js'

const WORKER = compiled('drill/drill-worker.ts')
/** Nothing that the process does between two messages takes longer: opening a large database migrates it first. */
const MESSAGE_TIMEOUT_MS = 3_600_000

export interface DrillProcess {
  /** Ends when the process does. Throws if it reports that it cannot go on. It is killed if it sends nothing for too long. */
  messages(): AsyncGenerator<WorkerMessage>
  kill(): void
}

export function startDrillProcess(task: DrillTask<unknown>): DrillProcess {
  const child = fork(WORKER, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const kill = (): void => void child.kill('SIGKILL')
  const incoming = on(child, 'message', { close: ['close'] })
  const closed = once(child, 'close')
  closed.catch(() => undefined)
  child.send(task as object, () => undefined)
  return {
    kill,
    async *messages() {
      const timer = setTimeout(kill, MESSAGE_TIMEOUT_MS)
      try {
        for await (const [received] of incoming) {
          timer.refresh()
          const message = workerMessage.parse(received)
          if (message.type === 'broken') throw rejection('UNAVAILABLE', { name: 'drill broken', facts: message })
          if (message.type === 'nothing due') throw rejection('INVALID_PARAMETERS', { name: 'nothing due', facts: {} })
          yield message
        }
      } finally {
        clearTimeout(timer)
        kill()
        await closed
      }
    },
  }
}
