// /privacy: what is stored, for how long, and how to have it deleted (DISCORD-10).
import { EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import type { Command } from '../src/bot/command.js'
import { allowEverywhere } from '../src/bot/input/options.js'
import { plainName } from '../src/bot/show-name.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const data = allowEverywhere(
  new SlashCommandBuilder().setName('privacy').setDescription(defaultCatalog.privacy.command),
)

export default {
  data,
  group: 'about',
  isPrivate: true,

  async execute(_interaction, { catalog, operatorContact }) {
    const { title, fields, contact } = catalog.privacy
    // The operator's own text, in which Discord may turn an address into a link.
    const reach = operatorContact === undefined ? [] : [{ name: contact, value: plainName(operatorContact, 300) }]
    return { embeds: [new EmbedBuilder().setTitle(title).addFields([...fields, ...reach])] }
  },
} satisfies Command
