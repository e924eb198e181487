// The times of the form for two times, in the zone of this browser: the first page that a browser reads was written in UTC.
import { isoOfMinute, minuteOf } from '../../../../domain/clock.js'
import { minuteAtWall, wallOf } from '../../../../domain/rules/wall-clock.js'
import { timeZoneNow } from './look.js'

export function showLocalTimes(): void {
  const zone = timeZoneNow()
  for (const field of document.querySelectorAll<HTMLInputElement>('form.dates input[name="zone"]')) {
    const written = field.value
    if (written === zone) continue
    for (const input of field.form?.querySelectorAll<HTMLInputElement>('input[type="datetime-local"]') ?? [])
      if (input.value !== '')
        input.value = localText(minuteAtWall(minuteOf(Date.parse(`${input.value}Z`)), written), zone)
    field.value = zone
  }
}

export const localText = (minute: number, zone: string): string => isoOfMinute(wallOf(minute, zone)).slice(0, 16)
