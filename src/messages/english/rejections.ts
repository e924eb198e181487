// The texts for rejected input, by the reason that the service gives.

import { accessReasons, accountReasons } from './rejections/accounts.js'
import { commandLineReasons } from './rejections/command-line.js'
import { fileReasons } from './rejections/files.js'
import { gameReasons } from './rejections/games.js'
import { platformReasons } from './rejections/platform.js'
import { readReasons } from './rejections/reads.js'
import type { ReasonMessages } from './rejections/requests.js'
import { requestReasons } from './rejections/requests.js'
import { ruleReasons } from './rejections/rules.js'
import { storageReasons } from './rejections/storage.js'

export const reasons: ReasonMessages = {
  ...requestReasons,
  ...accessReasons,
  ...readReasons,
  ...platformReasons,
  ...accountReasons,
  ...gameReasons,
  ...ruleReasons,
  ...fileReasons,
  ...storageReasons,
  ...commandLineReasons,
}
