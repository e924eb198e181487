// /notify: what channels are told by themselves, and where. For those who manage the server.
import { type Answer, type Command, Refusal } from '../src/bot/command.js'
import { requireLink } from '../src/bot/linked-account.js'
import { addNotice } from '../src/bot/notify/add.js'
import { listNotices } from '../src/bot/notify/list.js'
import { previewNotice } from '../src/bot/notify/preview.js'
import { offerRemovals, removeNotice } from '../src/bot/notify/remove.js'
import { testNotice } from '../src/bot/notify/sample.js'
import { notifyData } from '../src/bot/notify/subcommands.js'
import { gameChoices } from '../src/bot/pick-game.js'

export default {
  data: notifyData,
  group: 'managing',
  isPrivate: true,

  async execute(interaction, context): Promise<Answer> {
    const account = await requireLink(interaction, context)
    switch (interaction.options.getSubcommand()) {
      case 'add':
        return { content: await addNotice(interaction, context) }
      case 'list':
        return listNotices(interaction, account, context)
      case 'remove':
        return { content: await removeNotice(interaction, account, context) }
      case 'preview':
        return previewNotice(interaction, account, context)
      case 'test':
        return { content: await testNotice(interaction, context) }
      default:
        throw new Refusal(context.words.unknownCommand)
    }
  },

  async autocomplete(interaction, context) {
    const { name } = interaction.options.getFocused(true)
    if (name === 'what' || name === 'rule') return offerRemovals(interaction, context, name === 'rule')
    return gameChoices(await context.guildGames.seenBy(interaction), interaction.options.getFocused())
  },
} satisfies Command
