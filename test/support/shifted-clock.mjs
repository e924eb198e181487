// Preloaded into a service of its own (`node --import`): its wall clock is off by as many milliseconds as the parent
// process last sent. The monotonic clock and the timers are untouched, as when somebody sets the clock of a machine.
const RealDate = Date
let offset = Number(process.env.CLOCK_OFFSET_MS ?? 0)
const now = () => RealDate.now() + offset

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given))
  }

  static now() {
    return now()
  }
}
process.on('message', (milliseconds) => {
  offset = milliseconds
})
process.channel?.unref()
