// Follows the ticks over one connection for all tabs of the browser: the tab that holds the lock connects and notifies the others.
import type { LiveState } from './state.js'

interface TickListeners {
  readonly onTick: () => void
  readonly onState: (state: LiveState) => void
}

/** The same in all tabs of the origin. */
const NAME = 'headcount-live'

type LiveMessage = 'tick' | 'which state' | LiveState

/** Without the means for it, for example over plain HTTP, nothing is reported, and the page asks by itself. */
export function followTicks({ onTick, onState }: TickListeners): void {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (!locks || !('BroadcastChannel' in window) || !('EventSource' in window)) {
    onState('polling')
    return
  }
  const channel = new BroadcastChannel(NAME)
  let current: LiveState | undefined
  const receive = (message: LiveMessage): void => {
    if (message === 'tick') onTick()
    else if (message !== 'which state') onState(message)
  }
  const broadcast = (message: LiveMessage): void => {
    channel.postMessage(message)
    receive(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => {
    if (data === 'which state' && current !== undefined) channel.postMessage(current)
    else receive(data)
  })
  channel.postMessage('which state' satisfies LiveMessage)
  const holdLock = (): Promise<never> => {
    const set = (state: LiveState): void => {
      current = state
      broadcast(state)
    }
    connect({ onTick: () => broadcast('tick'), onState: set })
    return new Promise(() => {})
  }
  // Rejected where the page may use no storage; then it asks by itself.
  locks.request(NAME, holdLock).catch(() => onState('polling'))
}

function connect({ onTick, onState }: TickListeners): void {
  const source = new EventSource('/live')
  source.addEventListener('open', () => onState('live'))
  source.addEventListener('tick', () => {
    onState('live')
    onTick()
  })
  source.addEventListener('error', () => {
    // The browser connects again by itself, unless the service has no room.
    onState(source.readyState === EventSource.CLOSED ? 'polling' : 'offline')
  })
}
