// Makes the commands that an answer names clickable, so that Discord shows each with the name that it has in the reader's
// language, and names options as Discord shows them to this reader. Texts write both in English, in code marks.
import { ApplicationCommandOptionType, EmbedBuilder } from 'discord.js'
import type { Command, InteractionReply } from '../command.js'
import { MAX_FIELD_LENGTH } from '../discord-limits.js'
import { type CommandIds, mentionCommand } from './command-ids.js'

/** `/track add`, or with an option `/stats game:`. */
const NAMED_COMMAND = /`\/([\w-]+(?: [\w-]+)?)(?: (\w+):)?`/g
const NAMED_OPTION = /`(\w+)`/g
const MAX_DESCRIPTION_LENGTH = 4_096
const MAX_CONTENT_LENGTH = 2_000

/** What can be mentioned of a command, with its English description. */
export interface CommandPath {
  /** `rank`, `track add`. */
  readonly path: string
  readonly description: string
}

/** The command itself, or each of its subcommands: a command with subcommands cannot be mentioned alone. */
export function commandPaths({ data }: Command): readonly CommandPath[] {
  const { name, description, options = [] } = data.toJSON()
  const subcommands = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand)
  if (subcommands.length === 0) return [{ path: name, description }]
  return subcommands.map((option) => ({ path: `${name} ${option.name}`, description: option.description }))
}

export interface KnownCommands {
  readonly paths: ReadonlySet<string>
  readonly ids: CommandIds
  /** What the reader's Discord calls an option, by its English name. */
  readonly names: Readonly<Record<string, string>>
}

/** Discord shows links in the text of a message and in the descriptions and fields of its embeds, and nowhere else. */
export function linkCommands(reply: InteractionReply, commands: KnownCommands): InteractionReply {
  const { content, embeds } = reply
  return {
    ...reply,
    ...(content !== undefined && { content: linkText(content, commands) }),
    ...(embeds !== undefined && { embeds: embeds.map((embed) => linkEmbed(embed, commands)) }),
  }
}

/** A link is longer than the name: where the text would become too long for Discord, it stays as it is. */
export function linkText(text: string, { paths, ids, names }: KnownCommands, limit = MAX_CONTENT_LENGTH): string {
  const nameOf = (option: string): string => (Object.hasOwn(names, option) ? (names[option] ?? option) : option)
  const linked = text
    .replace(NAMED_OPTION, (_, option: string) => `\`${nameOf(option)}\``)
    .replace(NAMED_COMMAND, (named, path: string, option: string | undefined) => {
      if (!paths.has(path)) return named
      return mentionCommand(path, ids) + (option === undefined ? '' : ` \`${nameOf(option)}:\``)
    })
  return linked.length > limit ? text : linked
}

function linkEmbed(embed: EmbedBuilder, commands: KnownCommands): EmbedBuilder {
  const { description, fields } = embed.data
  const linked = EmbedBuilder.from(embed)
  if (description) linked.setDescription(linkText(description, commands, MAX_DESCRIPTION_LENGTH))
  if (fields)
    linked.setFields(fields.map((field) => ({ ...field, value: linkText(field.value, commands, MAX_FIELD_LENGTH) })))
  return linked
}
