// Manages the settings of Discord servers, and deletes them some time after the bot has left (DISCORD-9).
import { type Clock, DAY_MS } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { GuildSettings } from '../../domain/guild.js'
import type { Store } from '../../domain/ports/store.js'
import { zoneNamed } from '../../domain/rules/wall-clock.js'
import type { ClockCheck } from '../../domain/time/clock-check.js'
import { clockText, type DailyHours } from '../../domain/time/time-of-day.js'
import type { AuditLog } from '../audit/audit-log.js'
import { changedFields, noteOfServer } from '../audit/notes.js'

const GUILD_RETENTION_PERIOD_MS = 30 * DAY_MS

/** Omitted properties stay unchanged. */
export interface GuildSettingsChange {
  readonly timeZone?: string | null | undefined
  readonly language?: string | null | undefined
  readonly newsChannelId?: string | null | undefined
  /** Null ends them. */
  readonly quietHours?: DailyHours | null | undefined
  readonly letsUrgent?: boolean | undefined
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  readonly audit: AuditLog
}

export function createManageGuilds({ store, clock, clockCheck, audit }: Deps) {
  const { guildSettings } = store

  /**
   * The leaving is not recorded with a wrong clock, because the data could be deleted too early; `reconcile` records it
   * later.
   */
  const noteLeaving = async (guildId: string): Promise<void> => {
    if (clockCheck.state() === 'correct') await guildSettings.left(guildId, clock.now())
  }

  return {
    settings: (guildId: string): Promise<GuildSettings> => guildSettings.of(guildId),

    change: async (guildId: string, change: GuildSettingsChange): Promise<GuildSettings> => {
      const { timeZone, language, newsChannelId, quietHours, letsUrgent } = change
      const before = await guildSettings.of(guildId)
      const quiet = quietHours === undefined ? before.quietHours : quietHours
      const next = {
        timeZone: typeof timeZone === 'string' ? requireZone(timeZone) : timeZone === null ? null : before.timeZone,
        language: language === undefined ? before.language : language,
        newsChannelId: newsChannelId === undefined ? before.newsChannelId : newsChannelId,
        ...(quiet == null ? {} : { quietHours: quiet }),
        letsUrgent: letsUrgent ?? before.letsUrgent ?? false,
      }
      const note = await noteOfServer(
        store,
        guildId,
        'server settings changed',
        changedFields({ ...change, ...quietHoursNote(quietHours) }),
      )
      await audit.commit(note, () => guildSettings.put(guildId, next))
      // DISCORD-35: the quiet hours of the server hold what is posted there from the first post on.
      if (typeof newsChannelId === 'string') await guildSettings.noteChannel(newsChannelId, guildId)
      return next
    },

    noteChannel: (channelId: string, guildId: string) => guildSettings.noteChannel(channelId, guildId),
    joined: (guildId: string) => guildSettings.stayed(guildId),
    left: noteLeaving,

    /**
     * Records servers that the bot joined or left while no process listened, or while the clock was not known to be
     * correct. `isPresent` is undefined for a server of which the caller knows nothing.
     */
    reconcile: async (isPresent: (guildId: string) => boolean | undefined): Promise<void> => {
      for (const guildId of await guildSettings.known()) {
        const isHere = isPresent(guildId)
        if (isHere === true) await guildSettings.stayed(guildId)
        if (isHere === false) await noteLeaving(guildId)
      }
    },

    /** Returns the servers whose data was deleted; none while the clock is not known to be correct. */
    removeDeparted: async (): Promise<string[]> =>
      clockCheck.state() === 'correct' ? guildSettings.forgetLeft(clock.now() - GUILD_RETENTION_PERIOD_MS) : [],
  }
}

/** In words, because the log shows what was chosen. */
const quietHoursNote = (hours: DailyHours | null | undefined) =>
  hours == null ? {} : { quietHours: `${clockText(hours.from)}–${clockText(hours.until)}` }

function requireZone(text: string): string {
  const zone = zoneNamed(text)
  if (zone === undefined) throw rejection('INVALID_PARAMETERS', { name: 'not a time zone', facts: {} })
  return zone
}
