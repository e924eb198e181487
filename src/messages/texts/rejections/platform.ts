// Failures of the platform.
import { facts } from '../../format/texts.js'

export const platformReasons = {
  'platform failed': facts(),
  'platform limit reached': facts('seconds'),
  'unknown user': facts('id'),
  'unknown user name': facts(),
  'user with too many games': facts('id'),
  'unknown group': facts('id'),
  'unknown group owner': facts('ownerId', 'groupId'),
  'unknown place': facts('id'),
  'unknown universe': facts('id'),
  'private servers off': facts('missing'),
  'servers used up': facts('most'),
  'server not opened': facts('platformText'),
  'server outcome unknown': facts('platformText'),
}
