// The addresses of the home of an account: games searched, sorted and paged by parameters alone.
import type { Account } from '../../../../domain/account.js'
import type { HomeQuery } from '../../../../services/reading/home/show-home.js'

export interface HomeChoice extends Omit<HomeQuery, 'since' | 'only' | 'favorites'> {
  /** Empty for all games. */
  readonly tag: string
  readonly isFavorites: boolean
}

export const homeAddress = ({ id }: Pick<Account, 'id'>): string => `/accounts/${id}/home`

/** The address of a choice with some of it changed, without default values. */
export function addressOf(base: string, choice: HomeChoice, change: Partial<HomeChoice> = {}): string {
  const query = new URLSearchParams(fieldsOf({ ...choice, ...change }))
  return query.size === 0 ? base : `${base}?${query}`
}

/** The same choice as form fields. */
export function fieldsOf({
  find,
  tag,
  isFavorites,
  sort,
  reversed,
  page,
}: HomeChoice): [name: string, value: string][] {
  const fields = {
    find,
    tag,
    favorites: isFavorites ? '1' : '',
    sort: sort === 'attention' ? '' : sort,
    reversed: reversed ? '1' : '',
    page: page === 1 ? '' : `${page}`,
  }
  return Object.entries(fields).filter(([, value]) => value !== '')
}
