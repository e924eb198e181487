// Keeps the minutes whose ticks could not be stored in a file beside the database that has its full size before a disk is full:
// writing over it needs no room. So the reason outlives a process that ends before the disk has room again.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Minute } from '../../../domain/clock.js'
import type { MissedNote } from '../../../domain/ports/store.js'
import { createPrivateFile } from '../upkeep/durable-files.js'

/** One block of a disk; a week without a break is one line of it. */
const NOTE_BYTES = 4_096
const MAX_NOTED_MINUTES = 10_080

/** Must be used only by the owner of the database. */
export function missedNoteOf(databaseFile: string): MissedNote {
  const file = `${databaseFile}.missed`
  return {
    read: () => {
      try {
        return minutesIn(readFileSync(file, 'latin1').slice(0, NOTE_BYTES))
      } catch {
        return []
      }
    },
    write: (minutes) => {
      try {
        createPrivateFile(file, databaseFile)
        overwrite(file, noteOf(minutes))
      } catch {
        // The gap then has the reason that is given where nothing is known.
      }
    },
  }
}

function overwrite(file: string, text: string): void {
  const opened = openSync(file, 'r+')
  try {
    writeSync(opened, text, 0, 'latin1')
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** `from-until` by line, newest first, so that what finds no place is oldest; filled up with spaces. */
function noteOf(minutes: readonly Minute[]): string {
  const ranges: { from: Minute; until: Minute }[] = []
  for (const minute of minutes) {
    const last = ranges.at(-1)
    if (last?.until === minute) last.until = minute + 1
    else ranges.push({ from: minute, until: minute + 1 })
  }
  let text = ''
  for (const { from, until } of ranges.reverse()) {
    const line = `${from}-${until}\n`
    if (text.length + line.length > NOTE_BYTES) break
    text += line
  }
  return text.padEnd(NOTE_BYTES)
}

/** What is no range, for example after a write that was torn, is left out. */
function minutesIn(text: string): Minute[] {
  const minutes: Minute[] = []
  for (const line of text.split('\n')) {
    const [, from, until] = /^(\d{1,10})-(\d{1,10})$/.exec(line)?.map(Number) ?? []
    if (from === undefined || until === undefined || until - from > MAX_NOTED_MINUTES) continue
    for (let minute = from; minute < until; minute++) minutes.push(minute)
  }
  return minutes
}
