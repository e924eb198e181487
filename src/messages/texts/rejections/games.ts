// Why the games of an account or their recorded data cannot be changed.
import { facts } from '../../format/texts.js'

export const gameReasons = {
  'no game given': facts(),
  'not an address': facts(),
  'not an id': facts(),
  'ambiguous name': facts('ids'),
  'unknown name': facts('name'),
  'unknown game id': facts('id'),
  'plan full': facts('plan', 'most', 'isExpired'),
  'note length': facts('most'),
  'note in the future': facts(),
  'too many share links': facts('most'),
  'too many wall links': facts('most'),
  'unknown note': facts(),
  'too many lines': facts('most'),
  'too many days': facts('most'),
  'revenue in the future': facts('line'),
  'import stopped': facts(),
  'import interrupted': facts('done', 'total'),
  'week thinned out': facts('day', 'universeId', 'days'),
  'nothing to restore': facts('universeId'),
}
