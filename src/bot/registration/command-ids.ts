// The ids that Discord assigned to the commands, which make a command in a text clickable. They are stored, because a
// start that registers nothing does not receive them.
import { chatInputApplicationCommandMention } from 'discord.js'
import { z } from 'zod'
import type { SettingStore } from '../../domain/ports/store.js'

export type CommandIds = ReadonlyMap<string, string>

const commandsSchema = z.array(z.object({ name: z.string(), id: z.string() }))
const idsSchema = z.record(z.string(), z.string())

const keyOf = (applicationId: string): string => `discord.command-ids.${applicationId}`

/** `answer` is Discord's list of commands, as received. */
export async function keepCommandIds(settings: SettingStore, applicationId: string, answer: unknown): Promise<void> {
  const commands = commandsSchema.safeParse(answer)
  if (!commands.success) return
  const ids = Object.fromEntries(commands.data.map(({ name, id }) => [name, id]))
  await settings.set(keyOf(applicationId), JSON.stringify(ids))
}

/** Empty while the ids are unknown. */
export async function readCommandIds(settings: SettingStore, applicationId: string): Promise<CommandIds> {
  const text = await settings.get(keyOf(applicationId))
  return new Map(text === undefined ? [] : Object.entries(idsSchema.parse(JSON.parse(text))))
}

/** A clickable mention of a command such as `track add`; plain text while its id is unknown. */
export function mentionCommand(path: string, ids: CommandIds): string {
  const [name = ''] = path.split(' ')
  const id = ids.get(name)
  return id === undefined ? `\`/${path}\`` : chatInputApplicationCommandMention(path, id)
}
