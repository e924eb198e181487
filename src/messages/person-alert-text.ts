// What an alert of one person says, in a list and as a direct message.
import type { PersonAlertNews, PersonAlertTrigger } from '../domain/person-alerts/person-alert.js'
import { clockText } from '../domain/time/time-of-day.js'
import type { MessageCatalog } from './catalog.js'

/** What the person asked for, for example `at 1,000 players or more, once`. */
export function triggerText(
  trigger: PersonAlertTrigger,
  { personAlerts: { triggers }, number }: MessageCatalog,
): string {
  switch (trigger.on) {
    case 'number':
      return triggers[trigger.direction](number(trigger.players))
    case 'daily':
      return triggers.daily(clockText(trigger.minuteOfDay), trigger.timeZone.replaceAll('_', ' '))
    case 'milestone':
    case 'update':
      return triggers[trigger.on]
  }
}

interface NewsText {
  readonly title?: string
  readonly lines: readonly string[]
}

/** `name` and `when` are already in the form of the place where they are shown. */
export function newsText(
  news: PersonAlertNews,
  { name, when }: { readonly name: string; readonly when: string },
  catalog: MessageCatalog,
): NewsText {
  const { news: text } = catalog.personAlerts
  const { number } = catalog
  switch (news.on) {
    case 'number':
      return {
        title: text[news.direction](name, number(news.players)),
        lines: [text.now(number(news.ccu), when)],
      }
    case 'milestone': {
      const reached = news.reached.map((one) => catalog.notifications.counted[one.counter](number(one.number)))
      return { title: text.milestone(name, reached.join(', ')), lines: [text.milestones(when)] }
    }
    case 'update':
      return {
        title: text.update(name),
        lines: [text.updateText(when, news.ccu === null ? null : number(news.ccu))],
      }
    case 'daily': {
      const visits = news.visits === null ? [] : [text.dailyVisits(catalog.change(news.visits))]
      const lines = [text.dailyNow(number(news.ccu)), text.dailyRange(number(news.low), number(news.peak)), ...visits]
      return { title: text.daily(name), lines }
    }
    case 'closed':
      return { lines: [text.closed] }
  }
}
