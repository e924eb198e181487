// Marks a game as a favorite of the person who is signed in, or no longer (WEB-35).
import { z } from 'zod'
import { rejection } from '../../../../domain/error.js'
import { action } from '../../define.js'
import { localPath } from '../../requests/cross-site.js'

const number = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'must be the number of a game')
  .transform(Number)

export const changeFavorite = action({
  path: '/accounts/:account/favorites',
  access: 'viewer',
  form: z.object({ add: number.optional(), remove: number.optional(), return: z.string().optional() }),
  handle: async ({ services, member, visitor, form }) => {
    const id = form.add ?? form.remove
    if (id === undefined)
      throw rejection('INVALID_PARAMETERS', {
        name: 'bad parameter',
        facts: { parameter: 'add', problem: 'must be the number of a game' },
      })
    const game = await services.findGame.byNumber(member.account, id)
    await services.marks.setFavorite(visitor.session, game, form.add !== undefined)
    // Where the page is loaded again, it begins at the same place.
    return { to: `${localPath(form.return)}#star-${id}` }
  },
})
