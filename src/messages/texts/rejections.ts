// The texts for rejected input that people read, by the reason that the service gives. Those that only operators and
// programs read are in English alone, in english/rejections.
import { accessReasons, accountReasons } from './rejections/accounts.js'
import { gameReasons } from './rejections/games.js'
import { platformReasons } from './rejections/platform.js'
import { readReasons } from './rejections/reads.js'
import { ruleReasons } from './rejections/rules.js'

export const reasons = {
  ...accessReasons,
  ...readReasons,
  ...platformReasons,
  ...accountReasons,
  ...gameReasons,
  ...ruleReasons,
}
