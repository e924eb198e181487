// Sums of permissions as Discord writes them: a bit field as a decimal string.
import { PermissionFlagsBits } from 'discord.js'
import type { ChannelSetup, DoubleUser, GuildSetup, Permission } from './types.js'

export const ALL_PERMISSIONS = Object.values(PermissionFlagsBits).reduce((sum, bit) => sum | bit, 0n)

export const BOT_PERMISSIONS: Permission[] = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
  'UseApplicationCommands',
]

export const MEMBER_PERMISSIONS: Permission[] = [...BOT_PERMISSIONS, 'AddReactions', 'ChangeNickname', 'Connect']

export const sumOf = (names: readonly Permission[]): bigint =>
  names.reduce((sum, name) => sum | PermissionFlagsBits[name], 0n)

const withAdministrator = (sum: bigint) => (sum & PermissionFlagsBits.Administrator ? ALL_PERMISSIONS : sum)

export function botPermissionsIn(guild: GuildSetup, channel: ChannelSetup | undefined): bigint {
  const sum = sumOf(guild.botPermissions ?? BOT_PERMISSIONS)
  // Overwrites of a channel do not apply to an administrator.
  if (sum & PermissionFlagsBits.Administrator) return ALL_PERMISSIONS
  return sum & ~sumOf(channel?.denied ?? [])
}

export function memberPermissions(guild: GuildSetup | undefined, user: DoubleUser, permissions?: Permission[]): bigint {
  if (permissions) return withAdministrator(sumOf(permissions))
  if (guild?.ownerId === user.id) return ALL_PERMISSIONS
  const member = guild?.members?.find((candidate) => candidate.user.id === user.id)
  return withAdministrator(sumOf(member?.permissions ?? MEMBER_PERMISSIONS))
}
