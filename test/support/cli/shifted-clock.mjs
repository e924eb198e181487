// Preloaded with `node --import`: shifts the wall clock of the process by as many milliseconds as the parent process last
// sent. The monotonic clock and the timers keep running, as when somebody sets the clock of a machine.
const RealDate = Date
let offset = Number(process.env.CLOCK_OFFSET_MS ?? 0)
const now = () => RealDate.now() + offset

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args))
  }

  static now() {
    return now()
  }
}
process.on('message', (milliseconds) => {
  offset = milliseconds
})
process.channel?.unref()
