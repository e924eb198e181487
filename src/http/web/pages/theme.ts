// Stores the reader's choice of theme; it works without a script.
import { z } from 'zod'
import { action } from '../define.js'
import { localPath } from '../requests/cross-site.js'
import { THEMES } from '../requests/preferences.js'

export const setTheme = action({
  path: '/theme',
  access: 'public',
  form: z.object({ theme: z.enum(THEMES), return: z.string().optional() }),
  handle: ({ form, browser }) => {
    browser.keepTheme(form.theme)
    return { to: localPath(form.return) }
  },
})
