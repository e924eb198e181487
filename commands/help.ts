// /help: all commands, grouped, told by the commands themselves.
import { ApplicationCommandOptionType, EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { everywhere } from '../src/bot/asking/options.js'
import { COMMAND_GROUPS, type Command, type CommandGroup } from '../src/bot/command.js'
import { defaultWords, type Words } from '../src/words/words.js'

const data = everywhere(new SlashCommandBuilder().setName('help').setDescription(defaultWords.help.command))

/** Itself, or each of its subcommands. */
function linesOf(command: Command, words: Words): string[] {
  const { name, description, options = [] } = command.data.toJSON()
  const subcommands = options.filter((option) => option.type === ApplicationCommandOptionType.Subcommand)
  if (subcommands.length === 0) return [words.help.line(name, description)]
  return subcommands.map((option) => words.help.line(`${name} ${option.name}`, option.description))
}

function fieldOf(group: CommandGroup, commands: Iterable<Command>, words: Words) {
  const own = [...commands].filter((command) => (command.group ?? 'reading') === group)
  return { name: words.help.groups[group], value: own.flatMap((command) => linesOf(command, words)).join('\n') }
}

export default {
  data,
  group: 'about',
  isPrivate: true,

  async execute(_interaction, { commands, words }) {
    const fields = COMMAND_GROUPS.map((group) => fieldOf(group, commands.values(), words))
    const embed = new EmbedBuilder()
      .setTitle(words.help.title)
      .setDescription(words.help.closing)
      .addFields(fields.filter(({ value }) => value !== ''))
    return { embeds: [embed] }
  },
} satisfies Command
