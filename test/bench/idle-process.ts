// A process that does nothing but watch its own event loop: what the machine alone costs at that time.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.send?.('ready')
/** Milliseconds of the longest stop since it was asked last. */
process.on('message', () => {
  process.send?.(delay.max / 1e6)
  delay.reset()
})
