// Whether a notification is good news, bad news or neither: from its facts, for the color of its message.
import type { Facts } from '../../domain/notifications/facts.js'
import type { ContentTone } from '../../domain/notifications/sender.js'

export function toneOf(facts: Facts): ContentTone {
  switch (facts.kind) {
    case 'milestone':
    case 'record':
    case 'recovery':
      return 'good'
    case 'alert':
      return isRise(facts.condition) ? 'good' : 'bad'
    case 'platform_drop':
    case 'platform_incident':
      return facts.isEnd ? 'good' : 'bad'
    case 'status':
      return facts.what === 'back' || facts.what === 'data_back' ? 'good' : 'bad'
    case 'report_card':
      return facts.outcome === 'more' ? 'good' : facts.outcome === 'fewer' ? 'bad' : 'neutral'
    case 'owner':
      return 'bad'
    case 'digest':
    case 'rules_moved':
      return 'neutral'
  }
}

type AlertCondition = Extract<Facts, { kind: 'alert' | 'recovery' }>['condition']

const isRise = (condition: AlertCondition): boolean =>
  condition.is === 'above' || ('by' in condition && condition.by > 0)
