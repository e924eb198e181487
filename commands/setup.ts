// /setup: links the server to an account by a one-time code. For those who manage the server.
import { PermissionFlagsBits, SlashCommandBuilder } from 'discord.js'
import { type Command, InteractionRejection } from '../src/bot/command.js'
import { inServers } from '../src/bot/input/options.js'
import { requireLink } from '../src/bot/linked-account.js'
import { showName } from '../src/bot/show-name.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const MAX_GUILD_CODE_LENGTH = 100
const MAX_NAME_LENGTH = 100

const data = inServers(
  new SlashCommandBuilder()
    .setName('setup')
    .setDescription(defaultCatalog.setup.command)
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild),
).addStringOption((option) =>
  option
    .setName('code')
    .setDescription(defaultCatalog.setup.code)
    .setMaxLength(MAX_GUILD_CODE_LENGTH)
    .setRequired(true),
)

export default {
  data,
  group: 'managing',
  isPrivate: true,

  async execute(interaction, context) {
    const { services, catalog } = context
    if (interaction.guildId === null) throw new InteractionRejection(catalog.onlyInServers)
    await services.guilds.useCode(interaction.options.getString('code', true), interaction.guildId)
    const account = await requireLink(interaction, context)
    return { content: catalog.setup.done(showName(account.name, MAX_NAME_LENGTH)) }
  },
} satisfies Command
