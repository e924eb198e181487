// Loads the slash commands, one per file in commands/. A file that exports no command stops the start with an error
// that names it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandFolder } from '../../project-root.js'
import type { Command } from '../command.js'

export async function loadCommands(folder: string = commandFolder): Promise<ReadonlyMap<string, Command>> {
  const files = (await readdir(folder)).filter((file) => /\.(js|ts)$/.test(file) && !file.endsWith('.d.ts')).sort()
  const commands = new Map<string, Command>()
  for (const file of files) {
    const path = join(folder, file)
    const module: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href)
    const command = isRecord(module) ? module.default : undefined
    const problem = findProblem(command)
    if (problem !== undefined) throw new Error(`${path}: ${problem}. See src/bot/command.ts for what a command is.`)
    const { name } = (command as Command).data
    if (commands.has(name)) throw new Error(`${path}: another file has a command named /${name}.`)
    commands.set(name, command as Command)
  }
  return commands
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

interface Builder {
  toJSON(): unknown
}

const isBuilder = (value: unknown): value is Builder => isRecord(value) && typeof value.toJSON === 'function'

function findProblem(command: unknown): string | undefined {
  if (!isRecord(command)) return 'the default export is no object'
  const { data, execute, autocomplete, buttons, selects, onMessage } = command
  if (!isBuilder(data)) return 'data is no command builder'
  if (typeof execute !== 'function') return 'execute is no function'
  if (buttons !== undefined && !isTableOfFunctions(buttons)) return 'buttons is no table of functions'
  if (selects !== undefined && !isTableOfFunctions(selects)) return 'selects is no table of functions'
  if (onMessage !== undefined && !isMessageCommand(onMessage)) return 'onMessage has no command builder or no execute'
  return findGap(data, typeof autocomplete === 'function')
}

/** Serializes the builder, because builders validate themselves only in `toJSON`. */
function findGap(data: Builder, completes: boolean): string | undefined {
  try {
    const asks = JSON.stringify(data.toJSON()).includes('"autocomplete":true')
    if (asks === completes) return undefined
    return asks ? 'an option asks for autocomplete and there is none' : 'no option asks for its autocomplete'
  } catch (error) {
    return `data is not complete: ${error instanceof Error ? error.message : String(error)}`
  }
}

const isMessageCommand = (value: unknown): boolean =>
  isRecord(value) && isBuilder(value.data) && typeof value.execute === 'function'

const isTableOfFunctions = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((entry) => typeof entry === 'function')
