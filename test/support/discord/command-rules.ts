// What Discord rejects in a set of commands, beyond its published schema: CHAT-6.
import { ApplicationCommandOptionType } from 'discord.js'
import { asText, recordsOf } from './json.js'
import { Problems } from './message-rules.js'
import { type FormProblem, invalidForm } from './rest/api-error.js'
import type { Json } from './types.js'

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u
const CHAT_INPUT = 1

export function rejectBadCommands(commands: Json[]): void {
  const problems = new Problems()
  problems.count('commands', commands, 130)
  rejectTwins(problems, commands, 'commands')
  commands.forEach((command, index) => {
    if ((command.type ?? CHAT_INPUT) !== CHAT_INPUT) return
    checkNamed(problems, command, String(index))
    if (textOf(command) > 8000) problems.add(String(index), 'APPLICATION_COMMAND_TOO_LARGE', 'Over 8000 characters')
  })
  const found: readonly FormProblem[] = problems.found
  if (found.length > 0) throw invalidForm(found)
}

function checkNamed(problems: Problems, entry: Json, at: string): void {
  const name = asText(entry.name)
  if (!NAME.test(name) || name !== name.toLowerCase()) {
    problems.add(`${at}.name`, 'APPLICATION_COMMAND_INVALID_NAME', `Command name is invalid: ${name}`)
  }
  problems.required(`${at}.description`, entry.description)
  problems.length(`${at}.description`, entry.description, 100)
  const options = recordsOf(entry.options)
  problems.count(`${at}.options`, options, 25)
  rejectTwins(problems, options, `${at}.options`)
  const firstOptional = options.findIndex((option) => option.required !== true)
  const lastRequired = options.findLastIndex((option) => option.required === true)
  if (firstOptional >= 0 && lastRequired > firstOptional) {
    const detail = 'Required options must be placed before non-required options'
    problems.add(`${at}.options.${lastRequired}`, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', detail)
  }
  options.forEach((option, index) => {
    checkNamed(problems, option, `${at}.options.${index}`)
    checkChoices(problems, option, `${at}.options.${index}`)
  })
}

function checkChoices(problems: Problems, option: Json, at: string): void {
  const choices = recordsOf(option.choices)
  problems.count(`${at}.choices`, choices, 25)
  choices.forEach((choice, index) => {
    problems.required(`${at}.choices.${index}.name`, choice.name)
    problems.length(`${at}.choices.${index}.name`, choice.name, 100)
  })
  if (choices.length > 0 && option.autocomplete === true) {
    problems.add(`${at}.autocomplete`, 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE', 'Choices exclude autocomplete')
  }
}

function rejectTwins(problems: Problems, entries: Json[], at: string): void {
  const names = entries.map((entry) => `${asText(entry.name)}/${String(entry.type ?? CHAT_INPUT)}`)
  const isOption = entries.some((entry) => entry.type === ApplicationCommandOptionType.Subcommand)
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined) {
    const rule = isOption ? 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS' : 'APPLICATION_COMMANDS_DUPLICATE_NAME'
    problems.add(at, rule, `Twice: ${duplicate}`)
  }
}

/** Names, descriptions and choice values count, each with its longest translation. */
function textOf(entry: Json): number {
  const named =
    longest(entry.name, entry.name_localizations) + longest(entry.description, entry.description_localizations)
  const choices = recordsOf(entry.choices).reduce(
    (sum, choice) => sum + longest(choice.name, choice.name_localizations) + asText(choice.value).length,
    0,
  )
  return recordsOf(entry.options).reduce((sum, option) => sum + textOf(option), named + choices)
}

function longest(value: unknown, translations: unknown): number {
  const texts = [value, ...Object.values((translations as Json | null | undefined) ?? {})]
  return Math.max(...texts.map((text) => asText(text).length))
}
