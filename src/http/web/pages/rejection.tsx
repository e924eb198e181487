// Shows an error as a page. What does not exist and what belongs to others look the same (WEB-3).

import type { HeadcountError } from '../../../domain/error.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { publicReason } from '../../../messages/error-text.js'
import type { FormRejection, View } from '../page.js'
import { pageErrorText } from '../requests/form-errors.js'

interface RejectedRequest {
  readonly error: HeadcountError
  readonly catalog: MessageCatalog
  readonly status: number
  /** Path and query. */
  readonly address: string
  /** What was sent. */
  readonly sent: Omit<FormRejection, 'error'>
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
        <Cause {...rejected} />
        <p>
          <a class="button" href={back}>
            {back === '/' ? texts.home : texts.back}
          </a>
        </p>
      </>
    ),
  }
}

function Cause({ error, catalog, sent }: RejectedRequest) {
  const texts = catalog.web.rejections
  if (error.code === 'NOT_FOUND') return <p>{texts.nothingHere}</p>
  if (publicReason(error)?.name === 'wrong method') return <p>{texts.wrongMethod}</p>
  return <p>{pageErrorText({ error, ...sent }, catalog)}</p>
}
