// The setup of a server by buttons: the account that it is linked to, its games, and finding a game by its name.
import {
  ActionRowBuilder,
  type BaseInteraction,
  ButtonBuilder,
  ButtonStyle,
  EmbedBuilder,
  LabelBuilder,
  ModalBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js'
import type { Account } from '../../domain/account.js'
import { invitationAddress } from '../../domain/bot-permissions.js'
import type { Game } from '../../domain/game.js'
import { type ComponentRow, type Context, InteractionRejection, type InteractionReply } from '../command.js'
import { buttonId } from '../custom-id.js'
import { MAX_OPTION_LABEL_LENGTH } from '../discord-limits.js'
import { NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { iconFile } from '../rendering/game-icon.js'
import { choiceMenu, pageFooter, pageRows } from '../rendering/menus.js'
import { gameMenu } from '../rendering/next-steps.js'
import { plainName, showName } from '../show-name.js'

const MAX_NAME_LENGTH = 80
const MAX_SHOWN_GAMES = 15
const MAX_FOUND = 5
/** Beside the button that enters a code. */
const MAX_LINK_BUTTONS = 4
const MAX_LABEL_LENGTH = 30
export const FIELD = 'text'

type ServerInteraction = Pick<BaseInteraction, 'guildId' | 'user'>

export const setupButton = (id: string, label: string, style: ButtonStyle = ButtonStyle.Secondary): ButtonBuilder =>
  new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(style)

export const buttonRow = (...buttons: readonly ButtonBuilder[]): ActionRowBuilder<ButtonBuilder> =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(...buttons)

/** The first message of /setup: linking, or the games of the server. */
export async function showServer(
  interaction: ServerInteraction,
  context: Context,
  page = 1,
): Promise<InteractionReply> {
  const { services, catalog } = context
  const { guildId } = interaction
  if (guildId === null) throw new InteractionRejection(catalog.onlyInServers)
  if (!context.isPresent) throw new InteractionRejection(catalog.notPresent)
  const account = await services.guildView.accountOf(guildId)
  return account ? showGames(account, page, context) : offerLink(interaction, context)
}

async function offerLink({ user }: ServerInteraction, { services, catalog }: Context): Promise<InteractionReply> {
  const { setup } = catalog
  const managed: Account[] = []
  for (const account of await services.guildView.accountsOf(user.id))
    if (await isManaged(account, user.id, services)) managed.push(account)
  const links = managed
    .slice(0, MAX_LINK_BUTTONS)
    .map(({ id, name }) =>
      setupButton(buttonId('setup', 'link', id), setup.linkTo(plainName(name, MAX_LABEL_LENGTH)), ButtonStyle.Primary),
    )
  const text = [setup.notLinked, ...(links.length > 0 ? [setup.yourAccounts] : [])].join('\n')
  const embed = new EmbedBuilder().setColor(NEUTRAL_COLOR).setTitle(setup.title).setDescription(text)
  const code = setupButton(buttonId('setup', 'code'), setup.enterCode)
  return { embeds: [embed], components: [buttonRow(...links, code)] }
}

async function isManaged(account: Account, userId: string, { members }: Pick<Context['services'], 'members'>) {
  const member = (await members.list(account)).find(({ discordUserId }) => discordUserId === userId)
  return member?.role === 'owner' || member?.role === 'manager'
}

/** Links the server to an account of which the person is an owner or a manager. */
export async function linkToManagedAccount(
  interaction: ServerInteraction,
  accountId: number,
  context: Context,
): Promise<InteractionReply> {
  const { services, catalog } = context
  const { guildId, user } = interaction
  if (guildId === null) throw new InteractionRejection(catalog.onlyInServers)
  const account = (await services.guildView.accountsOf(user.id)).find(({ id }) => id === accountId)
  if (!account || !(await isManaged(account, user.id, services)))
    throw new InteractionRejection(catalog.setup.notManager)
  // A server that somebody linked in the meantime stays as it is.
  if ((await services.guildView.accountOf(guildId)) === undefined) await services.guilds.link(account, guildId)
  return showServer(interaction, context)
}

async function showGames(
  account: Account,
  requestedPage: number,
  { services, catalog }: Context,
): Promise<InteractionReply> {
  const { setup } = catalog
  const games = await services.guildView.games(account)
  const pages = Math.max(1, Math.ceil(games.length / MAX_SHOWN_GAMES))
  const page = Math.min(Math.max(1, requestedPage), pages)
  const gamesOfPage = games.slice((page - 1) * MAX_SHOWN_GAMES, page * MAX_SHOWN_GAMES)
  const lines = gamesOfPage.map(({ name, channelId }) =>
    setup.gameLine(showName(name, MAX_NAME_LENGTH / 2), channelId === null ? setup.noChannel : `<#${channelId}>`),
  )
  const embed = new EmbedBuilder()
    .setColor(NEUTRAL_COLOR)
    .setTitle(setup.title)
    .addFields(
      { name: setup.account, value: showName(account.name, MAX_NAME_LENGTH) },
      { name: setup.games, value: lines.length === 0 ? setup.noGames : lines.join('\n') },
    )
  const track = setupButton(buttonId('setup', 'track'), setup.trackGame, ButtonStyle.Primary)
  const whole = setupButton(buttonId('setup', 'server'), setup.wholeServer)
  if (pages > 1) embed.setFooter({ text: pageFooter(page, pages, games.length, catalog) })
  const turning = pageRows({ page, pages, idOf: (to) => buttonId('setup', 'page', to) }, catalog)
  return { embeds: [embed], components: [...chooseGame(gamesOfPage, catalog), ...turning, buttonRow(track, whole)] }
}

const chooseGame = (games: readonly Game[], { setup }: Context['catalog']): ComponentRow[] =>
  games.length === 0 ? [] : [gameMenu({ id: buttonId('setup', 'game'), placeholder: setup.chooseGame }, games)]

interface FormField {
  readonly id: string
  readonly label: string
  readonly maxLength: number
  readonly value?: string
  /** Whether it may be left empty. */
  readonly isOptional?: boolean
}

/** A form of one-line fields. */
export const formOf = (id: string, title: string, fields: readonly FormField[]): ModalBuilder =>
  new ModalBuilder()
    .setCustomId(id)
    .setTitle(title)
    .addLabelComponents(
      fields.map(({ id: name, label, maxLength, value, isOptional }) => {
        const input = new TextInputBuilder().setCustomId(name).setStyle(TextInputStyle.Short).setMaxLength(maxLength)
        if (isOptional === true) input.setRequired(false)
        return new LabelBuilder()
          .setLabel(label)
          .setTextInputComponent(value === undefined || value === '' ? input : input.setValue(value))
      }),
    )

/** The games of that name on the platform, with their icons, of which one is chosen. */
export async function findByName(text: string, { services, catalog }: Context): Promise<InteractionReply> {
  const { setup } = catalog
  const echo = showName(text, MAX_NAME_LENGTH)
  const found = (await services.searchGames(text)).slice(0, MAX_FOUND)
  if (found.length === 0) throw new InteractionRejection(setup.nothingFound(echo))
  const results = found.map(({ name, players, creatorName, icon }, index) => {
    const maker = creatorName === null ? null : showName(creatorName, MAX_NAME_LENGTH)
    const embed = new EmbedBuilder()
      .setColor(NEUTRAL_COLOR)
      .setTitle(showName(name, MAX_NAME_LENGTH))
      .setDescription(setup.foundLine(catalog.rough(players), maker))
    return { embed, files: icon ? [iconFile(embed, icon, `icon-${index}.webp`)] : [] }
  })
  const options = found.map(({ universeId, name }) => ({
    value: String(universeId),
    label: plainName(name, MAX_OPTION_LABEL_LENGTH),
  }))
  return {
    content: setup.foundTitle(echo),
    embeds: results.map(({ embed }) => embed),
    files: results.flatMap(({ files }) => files),
    components: [
      choiceMenu(buttonId('setup', 'found'), setup.chooseFound, options),
      buttonRow(setupButton(buttonId('setup', 'start'), setup.back)),
    ],
  }
}

/** The rights that the bot lacks, and the button that gives them. */
export function missingPermissions(
  { guildId, applicationId }: { readonly guildId: string; readonly applicationId: string },
  reason: string,
  { setup }: Context['catalog'],
): InteractionRejection {
  const address = invitationAddress(applicationId, { guildId })
  const give = new ButtonBuilder().setStyle(ButtonStyle.Link).setURL(address).setLabel(setup.giveRights)
  return new InteractionRejection(reason, [buttonRow(give)])
}
