// Shows an error as a page. What does not exist and what belongs to others look the same (WEB-3).

import type { HeadcountError } from '../../../domain/error.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { errorText } from '../../../messages/error-text.js'
import type { View } from '../page.js'

export function rejectionView(error: HeadcountError, catalog: MessageCatalog, status: number): View {
  const texts = catalog.web.rejections
  const title = texts.title[error.code]
  return {
    title,
    status,
    body: (
      <>
        <h1>{title}</h1>
        <p>{error.code === 'NOT_FOUND' ? texts.nothingHere : errorText(error, catalog)}</p>
        <p>
          <a href="/">{texts.home}</a>
        </p>
      </>
    ),
  }
}
