// A key is made and shown once, however often the form is sent.
import { z } from 'zod'
import type { SignedInPerson } from '../../../../services/auth/manage-sessions.js'
import type { NewKey } from '../../../../services/management/manage-keys.js'
import { IdempotencyCache } from '../../requests/once.js'

const made = new IdempotencyCache<NewKey>()

export const onceField = z.string().max(60).default('')

/** undefined: the same browser sent the same form before, and the secret was in that answer. */
export const makeOnce = (
  { session }: SignedInPerson,
  form: Readonly<Record<string, string>>,
  make: () => Promise<NewKey>,
): Promise<NewKey | undefined> => {
  const { once = '', ...typed } = form
  return made.run(once, [session.id, ...Object.values(typed)], make)
}
