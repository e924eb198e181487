// /help: lists all commands in groups, from their own descriptions.

import { EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { COMMAND_GROUPS, type Command, type CommandGroup } from '../src/bot/command.js'
import { MAX_FIELD_LENGTH } from '../src/bot/discord-limits.js'
import { allowEverywhere } from '../src/bot/input/options.js'
import { type CommandIds, mentionCommand, readCommandIds } from '../src/bot/registration/command-ids.js'
import { commandPaths } from '../src/bot/registration/link-commands.js'
import { translationTo } from '../src/bot/registration/localize-commands.js'
import { NEUTRAL_COLOR } from '../src/bot/rendering/game-embed.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'

const data = allowEverywhere(new SlashCommandBuilder().setName('help').setDescription(defaultCatalog.help.command))

interface HelpTexts {
  readonly ids: CommandIds
  readonly catalog: MessageCatalog
  readonly translate: (english: string) => string
}

function linesOf(command: Command, { ids, catalog, translate }: HelpTexts): string[] {
  const { onMessage } = command
  const lines = commandPaths(command).map(({ path, description }) =>
    catalog.help.line(mentionCommand(path, ids), translate(description)),
  )
  if (onMessage === undefined) return lines
  return [...lines, catalog.help.line(`**${translate(onMessage.data.name)}**`, translate(onMessage.description))]
}

/** One field, or more if the lines exceed the limit. */
function fieldsOf(name: string, lines: readonly string[]) {
  const values: string[] = []
  for (const line of lines) {
    const longer = [...values.slice(-1), line].join('\n')
    if (values.length > 0 && longer.length <= MAX_FIELD_LENGTH) values[values.length - 1] = longer
    else values.push(line)
  }
  return values.map((value, index) => ({ name: index === 0 ? name : '\u200b', value }))
}

export default {
  data,
  group: 'about',
  isPrivate: true,

  async execute({ applicationId }, { commands, services, catalog }) {
    const ids = await readCommandIds(services.settings, applicationId)
    const texts = { ids, catalog, translate: translationTo(catalog) }
    const fields = COMMAND_GROUPS.flatMap((group: CommandGroup) => {
      const groupCommands = [...commands.values()].filter((command) => (command.group ?? 'reading') === group)
      return fieldsOf(
        catalog.help.groups[group],
        groupCommands.flatMap((command) => linesOf(command, texts)),
      )
    })
    const embed = new EmbedBuilder()
      .setColor(NEUTRAL_COLOR)
      .setTitle(catalog.help.title)
      .setDescription(catalog.help.closing)
      .addFields(fields)
    return { embeds: [embed] }
  },
} satisfies Command
