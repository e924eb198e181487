// The texts of the public page of the state of the service.

import { message, text } from '../../format/texts.js'
export const status = {
  title: text,
  description: text,
  data: {
    receiving: text,
    waiting: text,
    missing: text,
  },
  missingSince: message('when'),
  last: message('when'),
  parts: text,
  part: text,
  state: text,
  sampling: text,
  database: text,
  clock: text,
  clockStates: {
    correct: text,
    wrong: text,
    unknown: text,
  },
  bot: text,
  works: text,
  fails: text,
  incidents: text,
  none: text,
  version: message('version'),
}
