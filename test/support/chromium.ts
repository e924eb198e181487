// Finds Chromium for the tests of the pages. The environment variable CHROMIUM names another path.
import { existsSync } from 'node:fs'

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const chromiumPath = (process.env.CHROMIUM ? [process.env.CHROMIUM] : USUAL_PLACES).find((place) =>
  existsSync(place),
)
export const CHROMIUM_MISSING = 'Chromium is not installed; on Debian: apt-get install chromium'
