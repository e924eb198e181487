// /export: the samples of one game as a file up to Discord's size limit; beyond that, a pointer to where to get it.

import { AttachmentBuilder, type AutocompleteInteraction, SlashCommandBuilder } from 'discord.js'
import { type AutocompleteChoice, type Command, type Context, InteractionRejection } from '../src/bot/command.js'
import { allowEverywhere, completeGame, gameOption } from '../src/bot/input/options.js'
import { requireGame } from '../src/bot/input/require-game.js'
import { bufferOf } from '../src/bot/rendering/gather.js'
import { showName } from '../src/bot/show-name.js'
import { dayOf, isoOfDay, minuteOf } from '../src/domain/clock.js'
import { MIB } from '../src/domain/rounding.js'
import { type DateRange, MAX_RANGE_DAYS, parseDay } from '../src/domain/rules/date-range.js'
import { exportFileName } from '../src/files/file-name.js'
import { FILE_FORMATS, type FileFormatName } from '../src/files/formats.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'

const MAX_NAME_LENGTH = 100
const EXPORT_DATE_LENGTH = 10
/** CHAT-7: the limit in bytes if an interaction does not state one. */
const USUAL_LIMIT = 10 * MIB
/** CHAT-7 allows 25 MiB for a whole request, whatever a boosted server allows for one file. */
const MAX_FILE_BYTES = 24 * MIB
/** Days before today, offered while somebody types a date. */
const OFFERED_DAYS = [0, 1, 6, 29, 89, 364]

const { exporting: text } = defaultCatalog

const isFormat = (name: string): name is FileFormatName => Object.hasOwn(FILE_FORMATS, name)

const data = allowEverywhere(new SlashCommandBuilder().setName('export').setDescription(text.command))
  .addStringOption((option) =>
    option
      .setName('from')
      .setDescription(text.from)
      .setMaxLength(EXPORT_DATE_LENGTH)
      .setRequired(true)
      .setAutocomplete(true),
  )
  .addStringOption((option) =>
    option
      .setName('to')
      .setDescription(text.to)
      .setMaxLength(EXPORT_DATE_LENGTH)
      .setRequired(true)
      .setAutocomplete(true),
  )
  .addStringOption((option) =>
    option
      .setName('format')
      .setDescription(text.format)
      .setRequired(true)
      .addChoices(Object.keys(FILE_FORMATS).map((value) => ({ name: nameOf(value), value }))),
  )
  // CHAT-6: required options come first.
  .addStringOption(gameOption)

function nameOf(format: string): string {
  return isFormat(format) ? text.formats[format] : format
}

function readRange(from: string, to: string, { exporting }: MessageCatalog): DateRange {
  const day = (option: string, date: string): number => {
    const parsed = parseDay(date.trim())
    if (parsed === undefined) throw new InteractionRejection(exporting.badDate(option))
    return parsed
  }
  const range = { start: day('from', from), end: day('to', to) }
  if (range.start > range.end) throw new InteractionRejection(exporting.wrongOrder)
  return range
}

function checkLength(range: DateRange, catalog: MessageCatalog): void {
  if (range.end - range.start < MAX_RANGE_DAYS) return
  throw new InteractionRejection(catalog.exporting.tooLong(catalog.number(MAX_RANGE_DAYS)))
}

function offerDates(interaction: AutocompleteInteraction, { services, catalog }: Context): AutocompleteChoice[] {
  const typed = interaction.options.getFocused().trim()
  const today = dayOf(minuteOf(services.clock.now()))
  const { exporting } = catalog
  const offered = OFFERED_DAYS.map((days) => {
    const date = isoOfDay(today - days)
    const label =
      days === 0 ? exporting.today : days === 1 ? exporting.yesterday : exporting.daysAgo(catalog.number(days))
    return { name: `${date} · ${label}`, value: date }
  })
  const whole = parseDay(typed) === undefined ? [] : [{ name: typed, value: typed }]
  return [...whole, ...offered.filter(({ value }) => value !== typed && value.startsWith(typed))]
}

export default {
  data,
  // A file is meant for the person who asked for it, and should not fill the channel.
  isPrivate: true,

  async execute(interaction, context) {
    const { services, catalog } = context
    const { options } = interaction
    const format = options.getString('format', true)
    if (!isFormat(format)) throw new InteractionRejection(catalog.unknownControl)
    const range = readRange(options.getString('from', true), options.getString('to', true), catalog)
    checkLength(range, catalog)
    const { account, game } = await requireGame(interaction, context)
    const [from, to] = [isoOfDay(range.start), isoOfDay(range.end)]
    const exported = await services.exportSamples(account, game, range)
    let rows = 0
    const counted = async function* () {
      for await (const block of exported.blocks) {
        rows += block.minutes.length
        yield block
      }
    }
    // DISCORD-11: revenue is never in a file that can be passed on in Discord.
    const publicExport = { ...exported, blocks: counted(), revenue: new Map<number, number>() }
    const limit = Math.min(interaction.attachmentSizeLimit || USUAL_LIMIT, MAX_FILE_BYTES)
    const encode = () => bufferOf(FILE_FORMATS[format].encode(publicExport), limit)
    const file = await services.exportSlots.during(account.id, encode)
    if (!file) {
      // API-26: the API has no workbooks, so it is called for the same rows as CSV.
      const apiFormat = format === 'json' ? 'json' : 'csv'
      const call = `${context.publicUrl ?? ''}/api/v1/games/${game.id}/export?start_date=${from}&end_date=${to}&format=${apiFormat}`
      throw new InteractionRejection(
        catalog.exporting.tooLarge(catalog.exporting.megabytes(catalog.number(Math.floor(limit / MIB))), call),
      )
    }
    if (rows === 0) throw new InteractionRejection(catalog.exporting.nothing)
    const name = exportFileName(game.name, from, to, FILE_FORMATS[format].ending)
    return {
      content: catalog.exporting.done(showName(game.name, MAX_NAME_LENGTH), from, to),
      files: [new AttachmentBuilder(file, { name })],
    }
  },

  async autocomplete(interaction, context) {
    return interaction.options.getFocused(true).name === 'game'
      ? completeGame(interaction, context)
      : offerDates(interaction, context)
  },
} satisfies Command
