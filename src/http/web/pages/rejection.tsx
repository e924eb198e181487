// Shows an error as a page. What does not exist and what belongs to others look the same (WEB-3).

import type { HeadcountError } from '../../../domain/error.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { errorText, publicReason } from '../../../messages/error-text.js'
import type { View } from '../page.js'

interface RejectedRequest {
  readonly error: HeadcountError
  readonly catalog: MessageCatalog
  readonly status: number
  /** Path and query. */
  readonly address: string
}

/** Files and data belong to the page above them. */
const FILE = /\/(?:export|series|[\w-]+\.png)$/

/** Wrong parameters leave the page that they were for; what is not there leaves the home page. */
function backAddress({ error, address }: RejectedRequest): string {
  const path = address.replace(/\?.*$/, '').replace(FILE, '')
  return error.code === 'INVALID_PARAMETERS' && path !== '' ? path : '/'
}

export function rejectionView(rejected: RejectedRequest): View {
  const { error, catalog, status } = rejected
  const texts = catalog.web.rejections
  const title = texts.title[error.code]
  const back = backAddress(rejected)
  return {
    title,
    status,
    width: 'narrow',
    body: (
      <>
        <h1>{title}</h1>
        <Cause error={error} catalog={catalog} />
        <p>
          <a class="button" href={back}>
            {back === '/' ? texts.home : texts.back}
          </a>
        </p>
      </>
    ),
  }
}

/** What a parameter accepts is in English in all languages, as on the API, so the sentence before it is in the reader's. */
function Cause({ error, catalog }: Pick<RejectedRequest, 'error' | 'catalog'>) {
  const texts = catalog.web.rejections
  if (error.code === 'NOT_FOUND') return <p>{texts.nothingHere}</p>
  const reason = publicReason(error)
  if (reason?.name === 'wrong method') return <p>{texts.wrongMethod}</p>
  if (reason?.name !== 'bad parameter') return <p>{errorText(error, catalog)}</p>
  return (
    <>
      <p>{texts.badParameter(reason.facts.parameter)}</p>
      <p class="muted" lang="en">
        {errorText(error, catalog)}
      </p>
    </>
  )
}
