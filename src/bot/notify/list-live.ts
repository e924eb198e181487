// Panels and counters of a server, for /notify list: which there are, and which stand still.
import type { StopReason } from '../../domain/live/panel.js'
import type { Context } from '../command.js'
import { showName } from '../show-name.js'

const LONGEST_NAME = 60
const MOST = 10

interface Live {
  readonly channelId: string
  readonly gameId: number
  readonly stopped: StopReason | null
}

export async function liveLines(
  guildId: string,
  { operations, words }: Context,
): Promise<{ name: string; value: string }[]> {
  const { listed } = words.notify
  const told = async (live: Live, tell: (name: string, channel: string) => string): Promise<string> => {
    const name = showName(await operations.live.nameOf(live), LONGEST_NAME)
    const line = tell(name, `<#${live.channelId}>`)
    return live.stopped === null ? line : listed.stopped(line, words.stopReasons[live.stopped])
  }
  const lines: string[] = []
  for (const panel of await operations.live.panelsOf(guildId)) lines.push(await told(panel, listed.panel))
  for (const counter of await operations.live.countersOf(guildId)) lines.push(await told(counter, listed.counter))
  return lines.length === 0 ? [] : [{ name: listed.liveTitle, value: lines.slice(0, MOST).join('\n') }]
}
