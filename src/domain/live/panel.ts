// A message in a Discord channel that keeps one game's numbers up to date.

/** Why a panel or a counter went still: somebody has to do something before it can go on. */
export const STOP_REASONS = ['channel gone', 'permission lost', 'game gone'] as const
export type StopReason = (typeof STOP_REASONS)[number]

export interface Panel {
  readonly id: number
  readonly guildId: string
  readonly channelId: string
  readonly gameId: number
  readonly messageId: string
  /** Of the message, ms. */
  readonly postedAt: number
  /** Null while it is kept up to date. */
  readonly stopped: StopReason | null
}

export type PanelDraft = Omit<Panel, 'id' | 'stopped'>

export interface PanelStore {
  /** A channel has one panel a game: the last one posted. It goes on, where it was stopped. */
  put(draft: PanelDraft): Promise<Panel>
  /** All that are kept up to date. */
  running(): Promise<Panel[]>
  /** Stopped ones too. */
  ofGuild(guildId: string): Promise<Panel[]>
  reposted(id: number, message: Pick<Panel, 'messageId' | 'postedAt'>): Promise<void>
  /** Whether it was running until then. */
  stop(id: number, reason: StopReason): Promise<boolean>
  remove(id: number): Promise<void>
}
