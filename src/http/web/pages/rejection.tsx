// Shows an error as a page. What does not exist and what belongs to others look the same (WEB-3).
import type { HeadcountError } from '../../../domain/error.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { View } from '../page.js'

/** Explains an internal failure where its reason is known and safe to show. */
function explain({ code, message, options: { reason } }: HeadcountError, catalog: MessageCatalog): string {
  if (code === 'INTERNAL_ERROR' && reason?.name === 'damaged days')
    return catalog.reasons[reason.name](reason.facts, catalog.number)
  return catalog.errors[code](message)
}

export function rejectionView(error: HeadcountError, catalog: MessageCatalog, status: number): View {
  const texts = catalog.web.rejections
  const title = texts.title[error.code]
  return {
    title,
    status,
    body: (
      <>
        <h1>{title}</h1>
        <p>{error.code === 'NOT_FOUND' ? texts.nothingHere : explain(error, catalog)}</p>
        <p>
          <a href="/">{texts.home}</a>
        </p>
      </>
    ),
  }
}
