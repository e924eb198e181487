// /notify: which notifications are sent to which channels. For those who manage the server.
import { type Command, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { completeGame } from '../src/bot/input/options.js'
import { requireGame } from '../src/bot/input/require-game.js'
import { requireLink } from '../src/bot/linked-account.js'
import { postSample, showGameSetup } from '../src/bot/notifications/choices.js'
import { listNotifications } from '../src/bot/notifications/list.js'
import {
  addNotification,
  offerRemovals,
  previewNotification,
  removeNotification,
} from '../src/bot/notifications/manage.js'
import { markExpected, offerEvents, postedButtons } from '../src/bot/notifications/posted.js'
import { notifyData } from '../src/bot/notifications/subcommands.js'

export default {
  data: notifyData,
  group: 'managing',
  isPrivate: true,

  async execute(interaction, context): Promise<InteractionReply> {
    const account = await requireLink(interaction, context)
    switch (interaction.options.getSubcommand()) {
      case 'add':
        return { content: await addNotification(interaction, context) }
      case 'edit':
        return showGameSetup(await requireGame(interaction, context), context)
      case 'list':
        return listNotifications(interaction, account, context)
      case 'remove':
        return { content: await removeNotification(interaction, account, context) }
      case 'preview':
        return previewNotification(interaction, account, context)
      case 'expected':
        return { content: await markExpected(interaction, account, context) }
      case 'test':
        return { content: await postSample(interaction, context) }
      default:
        throw new InteractionRejection(context.catalog.unknownCommand)
    }
  },

  buttons: postedButtons,

  async autocomplete(interaction, context) {
    const { name } = interaction.options.getFocused(true)
    if (name === 'event') return offerEvents(interaction, context)
    if (name === 'what' || name === 'rule') return offerRemovals(interaction, context, name === 'rule')
    return completeGame(interaction, context)
  },
} satisfies Command
