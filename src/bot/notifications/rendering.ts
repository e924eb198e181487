// What a kind of notification is rendered from, and what comes of it.
import type { EmbedBuilder } from 'discord.js'
import type { Account } from '../../domain/account.js'
import type { Game } from '../../domain/game.js'
import type { Facts } from '../../domain/notifications/facts.js'
import type { Notification } from '../../domain/notifications/notification.js'
import type { Log } from '../../domain/ports/log.js'
import type { Operations } from '../../operations/operations.js'
import type { Words } from '../../words/words.js'
import { showName } from '../show-name.js'
import type { Pictures } from '../showing/pictures.js'

export interface Rendering<Told extends Facts = Facts> {
  readonly facts: Told
  readonly notification: Notification
  readonly game: Game
  readonly account: Account
  /** In the language of the server that reads it. */
  readonly words: Words
  /** Of the server, for the axes of charts; IANA name. */
  readonly timeZone: string
  readonly operations: Operations
  readonly pictures: Pictures
  readonly log: Log
}

export interface Rendered {
  readonly embed: EmbedBuilder
  /** Mentioned with it: somebody asked for that. */
  readonly roleId?: string
  readonly chart?: Chart | undefined
}

export interface Chart {
  readonly png: Buffer
  /** For those who hear it. */
  readonly alt: string
}

export type Renderer<Told extends Facts> = (rendering: Rendering<Told>) => Promise<Rendered> | Rendered

const LONGEST_NAME = 100

export const gameName = ({ game }: Pick<Rendering, 'game'>): string => showName(game.name, LONGEST_NAME)
