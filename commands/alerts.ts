// /alerts: the alerts that one person gets by direct message; with a game, it makes one.
import { SlashCommandBuilder } from 'discord.js'
import type { Command } from '../src/bot/command.js'
import { allowEverywhere, completeGame, gameOption } from '../src/bot/input/options.js'
import { requireGame } from '../src/bot/input/require-game.js'
import {
  addAlert,
  dailyForm,
  listAlerts,
  numberForm,
  offerAlerts,
  readDailyAlert,
  readNumberAlert,
} from '../src/bot/person-alerts/manage.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const data = allowEverywhere(
  new SlashCommandBuilder().setName('alerts').setDescription(defaultCatalog.personAlerts.command),
).addStringOption((option) => gameOption(option).setDescription(defaultCatalog.personAlerts.game))

export default {
  data,
  isPrivate: true,

  execute: async (interaction, context) =>
    interaction.options.getString('game') === null
      ? listAlerts(interaction, context)
      : offerAlerts(interaction, await requireGame(interaction, context), context),

  autocomplete: completeGame,

  buttons: {
    list: (_args, context, interaction) => listAlerts(interaction, context),
    milestone: ([gameId], context, interaction) => addAlert(interaction, gameId, { on: 'milestone' }, context),
    update: ([gameId], context, interaction) => addAlert(interaction, gameId, { on: 'update' }, context),
    endAll: async (_args, context, interaction) => {
      await context.services.personAlerts.remove(interaction.user.id)
      return listAlerts(interaction, context)
    },
  },

  selects: {
    end: async (_args, context, interaction) => {
      await context.services.personAlerts.remove(interaction.user.id, Number(interaction.values[0]))
      return listAlerts(interaction, context)
    },
  },

  opens: {
    number: async ([gameId], context) => numberForm(gameId, context),
    daily: async ([gameId], context) => dailyForm(gameId, context),
  },

  forms: {
    number: ([gameId], context, interaction) =>
      addAlert(interaction, gameId, readNumberAlert(interaction, context), context),
    daily: ([gameId], context, interaction) =>
      addAlert(interaction, gameId, readDailyAlert(interaction, context), context),
  },
} satisfies Command
