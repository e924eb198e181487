// All kinds, each in its file. A new one is one line here.
import type { Kind } from './kind.js'
import { milestone } from './milestone.js'
import { record } from './record.js'
import { status } from './status.js'

export const KINDS: readonly Kind[] = [milestone, record, status]
