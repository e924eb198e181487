// /setup: links the server to an account and leads through its games, their channels and what is posted. For those who
// manage the server.
import type { BaseInteraction } from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import { MAX_GAME_LENGTH, managerCommand } from '../src/bot/input/options.js'
import { requireGameOfId } from '../src/bot/input/require-game.js'
import { requireLink } from '../src/bot/linked-account.js'
import {
  changeRule,
  chooseChannel,
  chooseKinds,
  ruleForm,
  showGameSetup,
  showRule,
  showSample,
} from '../src/bot/notifications/choices.js'
import { FIELD, findByName, formOf, linkToManagedAccount, showServer } from '../src/bot/set-up/server.js'
import {
  changeQuietHours,
  changeServerSettings,
  chooseNewsChannel,
  quietForm,
  showServerSettings,
} from '../src/bot/set-up/server-settings.js'
import { showName } from '../src/bot/show-name.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const MAX_GUILD_CODE_LENGTH = 100
const MAX_NAME_LENGTH = 100

const data = managerCommand('setup', defaultCatalog.setup.command).addStringOption((option) =>
  option.setName('code').setDescription(defaultCatalog.setup.code).setMaxLength(MAX_GUILD_CODE_LENGTH),
)

type SetupInteraction = Pick<BaseInteraction, 'guildId' | 'user' | 'context'>

/** Each press needs the link of the server again, because it may have ended since. */
async function gameOf(interaction: SetupInteraction, id: string | undefined, context: Context) {
  await requireLink(interaction, context)
  return requireGameOfId(interaction, context, Number(id))
}

const showGame = async (interaction: SetupInteraction, id: string | undefined, context: Context) =>
  showGameSetup(await gameOf(interaction, id, context), context)

async function useCode(code: string, interaction: SetupInteraction, { services, catalog }: Context): Promise<void> {
  if (interaction.guildId === null) throw new InteractionRejection(catalog.onlyInServers)
  await services.guilds.useCode(code, interaction.guildId)
}

/** An address or a number names one game; anything else is searched for by name. */
async function track(text: string, interaction: SetupInteraction, context: Context): Promise<InteractionReply> {
  const account = await requireLink(interaction, context)
  if (!/^\d{1,16}$|^https?:|^www\.|\.com\b/i.test(text.trim())) return findByName(text, context)
  const { game } = await context.services.games.addByText(account, text)
  return showGame(interaction, String(game.id), context)
}

export default {
  data,
  group: 'managing',
  isPrivate: true,

  async execute(interaction, context) {
    const code = interaction.options.getString('code')
    if (code === null) return showServer(interaction, context)
    await useCode(code, interaction, context)
    const account = await requireLink(interaction, context)
    const reply = await showServer(interaction, context)
    return { ...reply, content: context.catalog.setup.done(showName(account.name, MAX_NAME_LENGTH)) }
  },

  buttons: {
    start: (_args, context, interaction) => showServer(interaction, context),
    server: (_args, context, interaction) => showServerSettings(interaction, context),
    urgent: ([isLetThrough], context, interaction) =>
      changeServerSettings(interaction, { letsUrgent: isLetThrough === '1' }, context),
    nonews: (_args, context, interaction) => changeServerSettings(interaction, { newsChannelId: null }, context),
    page: ([page], context, interaction) => showServer(interaction, context, Number(page) || 1),
    link: ([accountId], context, interaction) => linkToManagedAccount(interaction, Number(accountId), context),
    show: ([gameId], context, interaction) => showGame(interaction, gameId, context),
    drop: async ([gameId, ruleId], context, interaction) => {
      const account = await requireLink(interaction, context)
      await context.services.notifications.removeRule(account, Number(ruleId))
      return showGame(interaction, gameId, context)
    },
  },

  selects: {
    game: (_args, context, interaction) => showGame(interaction, interaction.values[0], context),
    found: async (_args, context, interaction) => {
      const account = await requireLink(interaction, context)
      const { game } = await context.services.games.add(account, { universeId: Number(interaction.values[0]) })
      return showGame(interaction, String(game.id), context)
    },
    kinds: async ([gameId], context, interaction) =>
      chooseKinds(await gameOf(interaction, gameId, context), interaction.values, context),
    sample: async ([gameId], context, interaction) =>
      showSample(await gameOf(interaction, gameId, context), interaction.values[0] ?? '', context),
    rule: async ([gameId], context, interaction) =>
      showRule(await gameOf(interaction, gameId, context), Number(interaction.values[0]), context),
  },

  channelSelects: {
    news: (_args, context, interaction) => chooseNewsChannel(interaction, interaction.values[0] ?? '', context),
    channel: async ([gameId], context, interaction) =>
      chooseChannel(await gameOf(interaction, gameId, context), interaction, context),
  },

  opens: {
    quiet: (_args, context, interaction) => quietForm(interaction, context),
    code: async (_args, { catalog: { setup } }) =>
      formOf(buttonId('setup', 'code'), setup.enterCode, [
        { id: FIELD, label: setup.codeLabel, maxLength: MAX_GUILD_CODE_LENGTH },
      ]),
    track: async (_args, { catalog: { setup } }) =>
      formOf(buttonId('setup', 'track'), setup.trackGame, [
        { id: FIELD, label: setup.gameLabel, maxLength: MAX_GAME_LENGTH },
      ]),
    edit: async ([ruleId], context, interaction) =>
      ruleForm(await requireLink(interaction, context), Number(ruleId), context),
  },

  forms: {
    quiet: (_args, context, interaction) => changeQuietHours(interaction, context),
    code: async (_args, context, interaction) => {
      await useCode(interaction.fields.getTextInputValue(FIELD), interaction, context)
      return showServer(interaction, context)
    },
    track: (_args, context, interaction) => track(interaction.fields.getTextInputValue(FIELD), interaction, context),
    rule: async ([ruleId], context, interaction) => {
      const account = await requireLink(interaction, context)
      const { gameId, id } = await changeRule(account, Number(ruleId), interaction, context)
      return showRule(await gameOf(interaction, String(gameId), context), id, context)
    },
  },
} satisfies Command
