// A message in a Discord channel that keeps the numbers of one game, or of all games of the server, up to date.

/** Why a panel or a counter stopped; a person must act before it can continue. */
export const STOP_REASONS = ['channel gone', 'permission lost', 'game gone'] as const
export type StopReason = (typeof STOP_REASONS)[number]

export interface Panel {
  readonly id: number
  readonly guildId: string
  readonly channelId: string
  /** Null for all games of the server. */
  readonly gameId: number | null
  readonly messageId: string
  /** When the message was posted, ms. */
  readonly postedAt: number
  /** Why it was stopped; null while it is kept up to date. */
  readonly stopped: StopReason | null
}

export type PanelDraft = Omit<Panel, 'id' | 'stopped'>

export interface PanelStore {
  /** A channel has one panel per game and one of all games, the one posted last. A stopped panel runs again. */
  put(draft: PanelDraft): Promise<Panel>
  /** All panels that are kept up to date. */
  running(): Promise<Panel[]>
  /** Includes stopped panels. */
  ofGuild(guildId: string): Promise<Panel[]>
  reposted(id: number, message: Pick<Panel, 'messageId' | 'postedAt'>): Promise<void>
  /** Returns whether the panel was running. */
  stop(id: number, reason: StopReason): Promise<boolean>
  remove(id: number): Promise<void>
}
