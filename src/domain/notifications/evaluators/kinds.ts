// All kinds, each in its file. A new one is one line here.

import type { Kind } from '../evaluator.js'
import { alert } from './alert.js'
import { digest } from './digest.js'
import { milestone } from './milestone.js'
import { record } from './record.js'
import { reportCard } from './report-card.js'
import { status } from './status.js'

export const KINDS: readonly Kind[] = [milestone, record, alert, reportCard, digest, status]
