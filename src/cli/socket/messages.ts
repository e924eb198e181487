// The messages between the command line and the service on the local socket. The command line begins with `hello`; the
// service answers with `welcome`, `busy` or `other version`. Only then does the command line send its
// command with `run`, so that a service that answers too late does nothing. The service requests files while the command runs,
// and ends with `exit`.
import { z } from 'zod'
import { connectionError, encodeFrame, type Frame } from './frames.js'

const MAX_WORDS = 1_000
const MAX_WORD_LENGTH = 100_000

const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.string() }),
  /** `args` as the operator typed them. */
  z.object({
    type: z.literal('run'),
    args: z.array(z.string().max(MAX_WORD_LENGTH)).max(MAX_WORDS),
  }),
  /** The request of the service was carried out; `path` is the absolute path of the file. */
  z.object({ type: z.literal('done'), path: z.string().optional() }),
  /** The end of the file that is being read. */
  z.object({ type: z.literal('end of file') }),
  /** The request of the service failed; `message` explains it to the operator. */
  z.object({ type: z.literal('failed'), message: z.string() }),
  /** The operator has pressed Ctrl-C. */
  z.object({ type: z.literal('interrupt') }),
])

const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome') }),
  /** The service already runs its maximum number of commands. */
  z.object({ type: z.literal('busy') }),
  z.object({ type: z.literal('other version'), version: z.string() }),
  /** Sent regularly while a command runs, to distinguish a slow command from a service that hangs. */
  z.object({ type: z.literal('working') }),
  z.object({ type: z.literal('write'), stream: z.enum(['out', 'err']), text: z.string() }),
  z.object({ type: z.literal('progress'), label: z.string(), done: z.number(), total: z.number() }),
  /** Opens a file of the operator for reading; `read` then requests its next piece. */
  z.object({ type: z.literal('open'), path: z.string() }),
  z.object({ type: z.literal('read') }),
  /** Checks whether a new file can be created there, without creating it. */
  z.object({ type: z.literal('check target'), path: z.string() }),
  /** Creates a new file; `data` frames fill it, and `finish` moves it to its name if its SHA-256 matches. */
  z.object({ type: z.literal('create'), path: z.string() }),
  z.object({ type: z.literal('finish'), sha256: z.string() }),
  z.object({ type: z.literal('exit'), code: z.number().int() }),
])

export type ClientMessage = z.infer<typeof clientMessage>
export type ServerMessage = z.infer<typeof serverMessage>

export const messageFrame = (message: ClientMessage | ServerMessage): Buffer =>
  encodeFrame({ kind: 'message', payload: Buffer.from(JSON.stringify(message)) })

export const readClientMessage = (frame: Frame): ClientMessage => parse(clientMessage, frame)
export const readServerMessage = (frame: Frame): ServerMessage => parse(serverMessage, frame)

function parse<Schema extends z.ZodType>(schema: Schema, frame: Frame): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(frame.payload.toString('utf8')))
  } catch (error) {
    throw connectionError('malformed message', error)
  }
}
