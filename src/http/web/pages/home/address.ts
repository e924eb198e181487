// The addresses of the home of an account: games searched, sorted and paged by parameters alone.
import type { Account } from '../../../../domain/account.js'
import type { HomeQuery } from '../../../../services/reading/home/show-home.js'

export type HomeChoice = Omit<HomeQuery, 'since'>

export const homeAddress = ({ id }: Pick<Account, 'id'>): string => `/accounts/${id}/home`

/** The address of a choice with some of it changed, without default values. */
export function addressOf(base: string, choice: HomeChoice, change: Partial<HomeChoice>): string {
  const { find, sort, reversed, page } = { ...choice, ...change }
  const fields = {
    find,
    sort: sort === 'attention' ? '' : sort,
    reversed: reversed ? '1' : '',
    page: page === 1 ? '' : `${page}`,
  }
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))
  return query.size === 0 ? base : `${base}?${query}`
}
