// The Discord double behaves as Discord does for the real discord.js client, which the bot's tests connect to it.
import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ComponentType,
  EmbedBuilder,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  REST,
  Routes,
  SlashCommandBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js'
import { expect, test, vi } from 'vitest'
import { userOption } from './discord/double.js'
import { CHANNEL, expectClean, GUILD, logIn, OWNER, openDouble, serve, serveCommands } from './discord/testing.js'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test('discord.js logs in and sees the guild, its channels and its own permissions', async () => {
  const double = await openDouble()
  const client = await logIn(double)
  const guild = client.guilds.cache.get(GUILD)
  expect(guild?.name).toBe('Studio')
  expect(guild?.channels.cache.size).toBe(2)
  expect(guild?.members.me?.permissions.has('ManageChannels')).toBe(true)
  await client.application?.fetch()
  expect(client.application?.name).toBe('Headcount')
  expect(double.gateway.identifies).toBe(1)
  expectClean(double)
})

test('a slash command is answered', async () => {
  const double = await openDouble()
  await serveCommands(double, (interaction) => {
    const by = interaction.options.getString('by', true)
    return interaction.reply(`by ${by} in ${interaction.locale} for ${interaction.memberPermissions?.bitfield}`)
  })
  const member = { permissions: ['ManageGuild'] as const }
  const handle = double.slash({
    command: 'rank',
    options: { by: 'visits' },
    member: { permissions: [...member.permissions] },
    locale: 'fr',
  })
  await handle.done()
  expect(handle.message.content).toBe('by visits in fr for 32')
  expect(handle.ephemeral).toBe(false)
  expect(handle.firstAnswer?.afterMs).toBeLessThan(1000)
  expectClean(double)
})

test('options of every type and nested subcommands arrive', async () => {
  const double = await openDouble()
  await serveCommands(double, (interaction) => {
    const { options } = interaction
    const path = `${options.getSubcommandGroup()} ${options.getSubcommand()}`
    const who = options.getUser('who', true).username
    return interaction.reply(`${path} ${options.getInteger('days')} ${options.getBoolean('all')} ${who}`)
  })
  const options = { days: 7, all: true, who: userOption(OWNER) }
  const byPath = await double.slash({ command: 'track game add', options }).done()
  expect(byPath.message.content).toBe('game add 7 true owner')
  const nested = await double.slash({ command: 'track', options: { game: { add: options } } }).done()
  expect(nested.message.content).toBe('game add 7 true owner')
  expectClean(double)
})

test('a deferred answer is edited with a picture', async () => {
  const double = await openDouble()
  await serveCommands(double, async (interaction) => {
    await interaction.deferReply()
    const file = new AttachmentBuilder(PNG, { name: 'chart.png', description: 'Players over a week' })
    const embed = new EmbedBuilder().setTitle('Players').setImage('attachment://chart.png')
    await interaction.editReply({ embeds: [embed], files: [file] })
  })
  const handle = await double.slash({ command: 'stats' }).done()
  expect(handle.deferred).toBe(true)
  expect(handle.message.embeds[0]?.title).toBe('Players')
  expect(handle.message.attachments).toMatchObject([{ filename: 'chart.png', description: 'Players over a week' }])
  expect(handle.message.attachments[0]?.bytes.equals(PNG)).toBe(true)
  const fetched = await fetch(handle.message.attachments[0]?.url ?? '')
  expect(Buffer.from(await fetched.arrayBuffer()).equals(PNG)).toBe(true)
  expectClean(double)
})

test('an ephemeral answer stays ephemeral and out of the channel', async () => {
  const double = await openDouble()
  await serveCommands(double, async (interaction) => {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral })
    await interaction.editReply('only you')
  })
  const handle = await double.slash({ command: 'help' }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.flags & MessageFlags.Ephemeral).toBeTruthy()
  expect(double.world.messagesIn(CHANNEL)).toEqual([])
  expectClean(double)
})

test('a direct message and a user install say so', async () => {
  const double = await openDouble()
  await serveCommands(double, (interaction) => {
    const owners = JSON.stringify(interaction.authorizingIntegrationOwners)
    return interaction.reply(`${interaction.inGuild()} ${interaction.guild?.name} ${interaction.context} ${owners}`)
  })
  const direct = await double.slash({ command: 'rank', guildId: null, user: OWNER }).done()
  expect(direct.message.content).toBe('false undefined 1 {"0":"0"}')
  const foreign = await double.slash({ command: 'rank', guildId: '299', user: OWNER, integrationOwners: 'user' }).done()
  expect(foreign.message.content).toBe(`true undefined 0 {"1":"${OWNER.id}"}`)
})

test('autocomplete yields its choices', async () => {
  const double = await openDouble()
  await serve(double, async (interaction) => {
    if (!interaction.isAutocomplete()) return
    const { name, value } = interaction.options.getFocused(true)
    await interaction.respond([{ name: `${name}: ${value} in ${interaction.options.getString('by')}`, value }])
  })
  const typed = { command: 'stats', focused: { name: 'game', value: 'obb' }, options: { by: 'visits' } }
  expect(await double.autocomplete(typed)).toEqual([{ name: 'game: obb in visits', value: 'obb' }])
  expectClean(double)
})

test('a button updates its message, a select and a form are answered', async () => {
  const double = await openDouble()
  const row = (id: string) =>
    new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setCustomId(id).setLabel('Next').setStyle(ButtonStyle.Primary),
    )
  const input = new TextInputBuilder().setCustomId('name').setStyle(TextInputStyle.Short)
  const form = new ModalBuilder().setCustomId('form').setTitle('Track a game')
  form.addLabelComponents(new LabelBuilder().setLabel('Name').setTextInputComponent(input))
  await serve(double, async (interaction) => {
    if (interaction.isChatInputCommand()) await interaction.reply({ content: 'page 1', components: [row('page:2')] })
    else if (interaction.isButton() && interaction.customId === 'ask') await interaction.showModal(form)
    else if (interaction.isButton()) await interaction.update({ content: 'page 2', components: [row('ask')] })
    else if (interaction.isModalSubmit()) await interaction.reply(interaction.fields.getTextInputValue('name'))
  })
  const first = await double.slash({ command: 'rank' }).done()
  const second = await double.button({ customId: 'page:2', message: first.message }).done()
  expect(second.message.id).toBe(first.message.id)
  expect(first.message.content).toBe('page 2')
  expect(() => double.button({ customId: 'page:2', message: first.message })).toThrow('it has: ask')
  const reply = await double.button({ customId: 'ask', message: first.message }).done()
  const sent = await double.modal({ customId: 'form', fields: { name: 'Obby' }, lastResult: reply }).done()
  expect(sent.message.content).toBe('Obby')
  expectClean(double)
})

test('a control from before a restart still arrives, and a channel select carries its channels', async () => {
  const double = await openDouble()
  await serve(double, async (interaction) => {
    if (interaction.isButton()) await interaction.reply(`old ${interaction.customId}`)
    if (!interaction.isChannelSelectMenu()) return
    await interaction.deferUpdate()
    await interaction.editReply(`chose ${interaction.channels.map((channel) => channel?.id).join()}`)
    await interaction.followUp({ content: 'saved', flags: MessageFlags.Ephemeral })
  })
  expect((await double.button({ customId: 'v1:page:2' }).done()).message.content).toBe('old v1:page:2')
  const chosen = double.select({ customId: 'where', values: [CHANNEL], type: ComponentType.ChannelSelect })
  expect((await chosen.done()).message.content).toBe(`chose ${CHANNEL}`)
  await vi.waitFor(
    () => expect(chosen.followUps).toMatchObject([{ content: 'saved', flags: MessageFlags.Ephemeral }]),
    { timeout: 60_000 },
  )
  expectClean(double)
})

test('an edit keeps the pictures it names, and can be fetched', async () => {
  const double = await openDouble()
  const file = (name: string) => new AttachmentBuilder(PNG, { name })
  const seen: string[][] = []
  await serveCommands(double, async (interaction) => {
    await interaction.reply({ content: 'a', files: [file('1.png')] })
    for (const edit of ['plain', { files: [file('2.png')] }, { attachments: [] }]) {
      await interaction.editReply(edit)
      seen.push((await interaction.fetchReply()).attachments.map((sent) => sent.name))
    }
    await interaction.deleteReply()
  })
  const handle = await double.slash({ command: 'stats' }).done()
  await vi.waitFor(() => expect(handle.deleted).toBe(true), { timeout: 60_000 })
  // discord.js lists only the new files in `attachments`, so Discord removes the old ones.
  expect(seen).toEqual([['1.png'], ['2.png'], []])
  expect(double.world.messagesIn(CHANNEL)).toEqual([])
  expectClean(double)
})

test('registration is remembered, and people can then send only what is offered', async () => {
  const double = await openDouble()
  const client = await logIn(double)
  const rank = new SlashCommandBuilder().setName('rank').setDescription('Ranks games').setDefaultMemberPermissions(32)
  rank.addStringOption((option) => option.setName('by').setDescription('What by').setRequired(true))
  const [before] = (await client.application?.commands.set([rank]))?.values() ?? []
  const [after] = (await client.application?.commands.set([rank]))?.values() ?? []
  expect(after?.id).toBe(before?.id)
  expect(double.registry.puts).toBe(2)
  expect(double.commands).toMatchObject([{ name: 'rank', default_member_permissions: '32' }])
  expect(() => double.slash({ command: 'rank', options: { by: 'x' } })).toThrow('without permissions 32')
  expect(() => double.slash({ command: 'rank', user: OWNER })).toThrow('"by" is required')
  expect(() => double.slash({ command: 'stats' })).toThrow('not registered')
  expectClean(double)
})

test('bodies against the description are noticed', async () => {
  const double = await openDouble()
  const rest = new REST({ api: double.apiUrl }).setToken(double.token)
  const bad = [
    { name: 'rank', description: 'Ranks', options: [{ type: 3, name: 'by', description: 'x', min_length: 'a' }] },
  ]
  await rest.put(Routes.applicationCommands(double.applicationId), { body: bad })
  const button = { type: 2, style: 9, label: 'Next', custom_id: 'next' }
  const body = { content: 'x', components: [{ type: 1, components: [button] }] }
  await rest.post(Routes.channelMessages(CHANNEL), { body })
  expect(double.schemaErrors.map((error) => error.problems)).toEqual([
    ['/0/options/0/min_length must be integer,null'],
    ['/components/0/components/0/style must be equal to constant'],
  ])
})
