// The ids that Discord gave to the commands: with them, a command in a text can be clicked. Kept, for a start that
// registers nothing is told none.
import { chatInputApplicationCommandMention } from 'discord.js'
import { z } from 'zod'
import type { SettingStore } from '../../domain/ports/store.js'

export type CommandIds = ReadonlyMap<string, string>

const answered = z.array(z.object({ name: z.string(), id: z.string() }))
const kept = z.record(z.string(), z.string())

const keyOf = (applicationId: string): string => `discord.command-ids.${applicationId}`

/** `answer`: Discord's list of commands, as it came. */
export async function keepCommandIds(settings: SettingStore, applicationId: string, answer: unknown): Promise<void> {
  const commands = answered.safeParse(answer)
  if (!commands.success) return
  const ids = Object.fromEntries(commands.data.map(({ name, id }) => [name, id]))
  await settings.set(keyOf(applicationId), JSON.stringify(ids))
}

/** Empty where they are not known yet. */
export async function readCommandIds(settings: SettingStore, applicationId: string): Promise<CommandIds> {
  const text = await settings.get(keyOf(applicationId))
  return new Map(text === undefined ? [] : Object.entries(kept.parse(JSON.parse(text))))
}

/** `track add` as something to click; as plain text where Discord has not told its id. */
export function mentionCommand(path: string, ids: CommandIds): string {
  const [name = ''] = path.split(' ')
  const id = ids.get(name)
  return id === undefined ? `\`/${path}\`` : chatInputApplicationCommandMention(path, id)
}
