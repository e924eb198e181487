// /notify test: posts a sample, made from the game's current numbers, to the channel of the real ones; a paused channel
// resumes.
import type { ChatInputCommandInteraction } from 'discord.js'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import type { Facts } from '../../domain/notifications/facts.js'
import type { Rule } from '../../domain/notifications/settings.js'
import type { LatestSample } from '../../domain/ports/series.js'
import { nextMilestone } from '../../domain/rules/milestones.js'
import { createRenderer } from '../../messages/notifications/render.js'
import { type Context, InteractionRejection } from '../command.js'
import { postOnce, requireChannel } from '../guilds/prove-channel.js'
import { requireGame } from '../input/require-game.js'
import { guildCatalog } from '../messaging/guild-texts.js'
import { DISCORD_FORMAT, messageOf } from '../notifications/message.js'
import { firstKind, isKindChoice, type KindChoice } from './options.js'

interface SampleFactsInput {
  readonly minute: Minute
  readonly latest: LatestSample | undefined
  /** The first rule of the game, if it has one. */
  readonly rule: Rule | undefined
  readonly timeZone: string
}

function sampleFacts(kind: KindChoice, sample: SampleFactsInput): Facts {
  const { minute, latest, timeZone } = sample
  const ccu = latest?.ccu ?? 1_000
  const nothing = { before: null, after: null }
  const coverage = { before: 1, after: 1 }
  const today = minute - (minute % DAY_MINUTES)
  switch (kind) {
    case 'milestones': {
      const rung = nextMilestone(latest?.visits ?? 0)
      return { kind: 'milestone', crossings: [{ metric: 'visits', rung, count: rung, between: null }] }
    }
    case 'alert':
      return alertFacts(sample, ccu)
    case 'report_card':
      return {
        kind: 'report_card',
        stage: '24h',
        updatedAt: minute - DAY_MINUTES,
        newer: [],
        players: { before: ccu, after: ccu },
        likesPerThousandVisits: nothing,
        favoritesPerThousandVisits: nothing,
        outcome: 'no_clear_change',
        reason: null,
        effect: { change: 0, low: -0.05, high: 0.05 },
        observed: 0,
        market: null,
        beganBefore: false,
        line: null,
        coverage,
      }
    case 'digest':
      return {
        kind: 'digest',
        period: 'daily',
        isMerged: false,
        from: today - DAY_MINUTES,
        until: today,
        timeZone,
        players: { before: ccu, after: ccu },
        peak: { ccu, at: today - HOUR_MINUTES },
        bestHour: 20,
        visits: nothing,
        favorites: nothing,
        likes: nothing,
        likeRatio: nothing,
        coverage,
      }
    case 'status':
      return { kind: 'status', what: 'no_data', since: minute - HOUR_MINUTES, until: null, reason: 'platform error' }
  }
}

/** The mention is left out, so that a sample pings nobody. */
function alertFacts({ minute, rule }: SampleFactsInput, ccu: number): Facts {
  const condition = rule?.condition ?? { is: 'below', value: ccu + 1 }
  const isCompared = condition.is === 'changed' || condition.is === 'unusual'
  const baseline = isCompared ? ccu * 2 : null
  return {
    kind: 'alert',
    ruleId: rule?.id ?? 0,
    metric: rule?.metric ?? 'ccu',
    condition,
    value:
      rule && rule.metric !== 'ccu' && (condition.is === 'above' || condition.is === 'below') ? condition.value : ccu,
    threshold: condition.is === 'above' || condition.is === 'below' ? condition.value : ccu * 2,
    baseline,
    readings: rule?.readings ?? 1,
    ...(rule?.minutes == null ? {} : { minutes: rule.minutes }),
    since: minute - (rule?.minutes ?? rule?.readings ?? 1),
    roleId: null,
    platformWide: null,
  }
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

export async function postSample(interaction: ChatInputCommandInteraction, context: Context): Promise<string> {
  const { services, pictures, catalog } = context
  const kind = interaction.options.getString('kind', true)
  if (!isKindChoice(kind)) throw new InteractionRejection(catalog.unknownCommand)
  const { account, game } = await requireGame(interaction, context)
  const channelId = await services.notifications.channelOf(game, firstKind(kind))
  if (channelId === undefined) throw new InteractionRejection(catalog.notify.noChannel)
  const channel = requireChannel(interaction.guild, channelId, catalog)
  const spoken = await guildCatalog(interaction.client, services, channel.guildId)
  const minute = minuteOf(services.clock.now())
  const latest = (await services.live.view({ guildId: channel.guildId, gameId: game.id }))?.latest
  const [rule] = (await services.notifications.of(game)).rules
  const { timeZone } = spoken
  const facts = sampleFacts(kind, { minute, latest, rule, timeZone })
  const render = createRenderer({
    readLine: services.chartSeries.readWindow,
    paint: async (input) => {
      const key = JSON.stringify([game.id, facts, spoken.catalog.locale, timeZone])
      return (await pictures.of(key, async () => ({ input, alt: '', text: '' }))).png
    },
    readIcon: (universeId) => services.icons.ofUniverse(universeId, 'large'),
    log: SILENT,
  })
  const about = { notification: { id: 0, occurredAt: minute }, facts, game, account, namedGames: [] }
  const content = await render({ ...about, language: spoken.catalog.locale, timeZone, format: DISCORD_FORMAT })
  const label = spoken.catalog.notify.sample
  await postOnce(channel, messageOf({ ...content, title: `${label}: ${content.title ?? ''}` }, label), catalog)
  await services.notifications.resume(channelId)
  return catalog.notify.tested(catalog.notify.kinds[kind], `<#${channelId}>`)
}
