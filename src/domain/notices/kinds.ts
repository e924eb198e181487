// All kinds, each in its file. A new one is one line here.
import { alert } from './alerts/alert.js'
import { digest } from './digest/digest.js'
import type { Kind } from './kind.js'
import { milestone } from './milestone.js'
import { record } from './record.js'
import { reportCard } from './report-card/report-card.js'
import { status } from './status.js'

export const KINDS: readonly Kind[] = [milestone, record, alert, reportCard, digest, status]
