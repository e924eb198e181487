// Creates a key and shows it once, even if the form is sent several times.
import { z } from 'zod'
import type { SignedInPerson } from '../../../../services/auth/manage-sessions.js'
import type { NewKey } from '../../../../services/management/manage-keys.js'
import { IdempotencyCache } from '../../requests/idempotency.js'

const newKeys = new IdempotencyCache<NewKey>()

export const onceField = z.string().max(60).default('')

/** Undefined where the same browser sent the same form before; that response contained the secret. */
export const makeOnce = (
  { session }: SignedInPerson,
  form: Readonly<Record<string, string>>,
  make: () => Promise<NewKey>,
): Promise<NewKey | undefined> => {
  const { once = '', ...typed } = form
  return newKeys.run(once, [session.id, ...Object.values(typed)], make)
}
