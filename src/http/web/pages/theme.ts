// The reader's choice of colors, which works without a script.
import { z } from 'zod'
import { localPath } from '../asking/local-path.js'
import { THEMES } from '../asking/preferences.js'
import { action } from '../define.js'

export const setTheme = action({
  path: '/theme',
  access: 'public',
  form: z.object({ theme: z.enum(THEMES), return: z.string().optional() }),
  handle: ({ form, browser }) => {
    browser.keepTheme(form.theme)
    return { to: localPath(form.return) }
  },
})
