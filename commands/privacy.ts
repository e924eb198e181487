// /privacy: what is kept, for how long, and how to have it deleted (contract §9).
import { EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { everywhere } from '../src/bot/asking/options.js'
import type { Command } from '../src/bot/command.js'
import { defaultWords } from '../src/words/words.js'

const data = everywhere(new SlashCommandBuilder().setName('privacy').setDescription(defaultWords.privacy.command))

export default {
  data,
  group: 'about',
  isPrivate: true,

  async execute(_interaction, { words }) {
    const { title, fields } = words.privacy
    return { embeds: [new EmbedBuilder().setTitle(title).addFields(fields)] }
  },
} satisfies Command
