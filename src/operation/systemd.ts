// Notifies systemd of the state of the service (Type=notify). Node has no datagram sockets of Unix, so systemd's own program sends it.
import { spawn } from 'node:child_process'
import type { Log } from '../domain/ports/events.js'
import { readEnvironment } from '../environment.js'

/** A notification takes milliseconds; one that hangs must not pile up. */
const NOTIFY_TIMEOUT_MS = 10_000
const MIN_PING_INTERVAL_MS = 500

export interface SystemdNotifier {
  /** Says that the service serves, and from then on that its event loop runs. */
  ready(status: string): void
  /** Says that the service is stopping; the watchdog goes on until the process ends. */
  stopping(): void
}

const off: SystemdNotifier = { ready: () => undefined, stopping: () => undefined }

/** Does nothing unless systemd started this process with a socket for notifications. */
export function systemdNotifier(log: Log): SystemdNotifier {
  const environment = readEnvironment()
  if (!environment.NOTIFY_SOCKET) return off
  const send = (...words: string[]): void => {
    const child = spawn('systemd-notify', words, { stdio: 'ignore', timeout: NOTIFY_TIMEOUT_MS })
    child.unref()
    child.once('error', (error) =>
      log.error({ err: error }, 'systemd could not be notified: systemd-notify does not run.'),
    )
    child.once('exit', (code) => {
      if (code !== 0) log.warn({ code }, 'systemd could not be notified.')
    })
  }
  return {
    ready: (status) => {
      send('--ready', `--status=${status}`)
      const every = pingInterval(environment)
      // A timer shows that the event loop runs: while it hangs there is no ping, and systemd restarts the service.
      if (every !== undefined) setInterval(() => send('WATCHDOG=1'), every).unref()
    },
    stopping: () => send('STOPPING=1'),
  }
}

/** Half of the time after which systemd gives up, in ms; undefined if the watchdog is off or meant for another process. */
function pingInterval({
  WATCHDOG_USEC,
  WATCHDOG_PID,
}: Readonly<Record<string, string | undefined>>): number | undefined {
  if (!WATCHDOG_USEC || !/^\d{1,15}$/.test(WATCHDOG_USEC)) return undefined
  if (WATCHDOG_PID && Number(WATCHDOG_PID) !== process.pid) return undefined
  return Math.max(MIN_PING_INTERVAL_MS, Math.floor(Number(WATCHDOG_USEC) / 2_000))
}
