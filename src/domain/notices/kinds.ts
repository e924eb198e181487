// All kinds, each in its file. A new one is one line here.
import type { Kind } from './kind.js'

export const KINDS: readonly Kind[] = []
