// The log of a verb, for its operator.
import type { Log } from '../../domain/ports/log.js'
import type { CommandIo } from './command-io.js'
import { oneLine } from './table.js'

/** What takes long, and why something was left undone, is told beside the answer. Errors are told by the verb. */
export function terminalLog(io: CommandIo): Log {
  const remark = (_: object, message: string): void => io.write('err', `${oneLine(message)}\n`)
  return { info: remark, warn: remark, error: () => undefined }
}
