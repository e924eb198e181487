// Why recorded data cannot be read.
import type { ReasonFacts } from '../../../domain/reasons/error-reasons.js'
import { daysText } from '../../../domain/rules/damage.js'
import { derived, facts, message, text } from '../../format/texts.js'

export const readReasons = {
  'unknown game': facts(),
  'unknown other game': facts(),
  'untracked game': facts('id'),
  'game named twice': facts('first', 'second'),
  'no public game': facts(),
  'no sample yet': facts('game'),
  'half a range': facts(),
  'range missing': facts(),
  'days in the future': facts(),
  'start after end': facts(),
  'two ranges': facts(),
  'to without from': facts(),
  'from in the future': facts(),
  'from after to': facts(),
  'range too long': facts('range', 'days'),
  'gaps range too long': facts('days'),
  'cursor of the other order': facts(),
  'cursor of another range': facts(),
  'unknown update': facts(),
  'usual range too long': facts('days'),
  'usual without players': facts(),
  'interval of the plan': facts('shortest', 'minutes'),
  'answer too large': derived(
    { text: facts('interval', 'numbers', 'most', 'advice'), less: text, fits: message('fits') },
    (texts) =>
      ({ fits, ...rest }: ReasonFacts['answer too large']) =>
        texts.text({ ...rest, advice: fits === undefined ? texts.less : texts.fits(fits) }),
  ),
  'history rewritten': facts(),
  'damaged days': derived(
    { text: facts('days'), span: message('from', 'to'), more: message('count') },
    (texts) =>
      ({ days }: ReasonFacts['damaged days']) =>
        texts.text({ days: daysText(days, texts) }),
  ),
}
