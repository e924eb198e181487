// Registers the commands with Discord, only when they have changed: Discord allows 200 creates per day.
import { createHash } from 'node:crypto'
import { type REST, Routes } from 'discord.js'
import type { SettingStore } from '../../domain/ports/store.js'
import type { Command } from '../command.js'
import { keepCommandIds, readCommandIds } from './command-ids.js'
import { localizeCommands } from './localize-commands.js'

export interface Registration {
  readonly rest: REST
  readonly applicationId: string
  readonly settings: SettingStore
  readonly commands: ReadonlyMap<string, Command>
}

/** Replaces the whole set if it differs from the one registered last, and returns whether it did. */
export async function registerCommands({ rest, applicationId, settings, commands }: Registration): Promise<boolean> {
  const body = localizeCommands(
    [...commands.values()].flatMap(({ data, onMessage }) => [
      data.toJSON(),
      ...(onMessage ? [onMessage.data.toJSON()] : []),
    ]),
  )
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const key = `discord.commands.${applicationId}`
  const route = Routes.applicationCommands(applicationId)
  if ((await settings.get(key)) === hash) {
    const ids = await readCommandIds(settings, applicationId)
    if (ids.size === 0) await keepCommandIds(settings, applicationId, await rest.get(route))
    return false
  }
  await keepCommandIds(settings, applicationId, await rest.put(route, { body }))
  await settings.set(key, hash)
  return true
}
