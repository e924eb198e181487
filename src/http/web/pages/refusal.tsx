// An error as a page. What is not there and what is another's look the same (contract §11).
import type { HeadcountError } from '../../../domain/error.js'
import type { Words } from '../../../words/words.js'
import type { View } from '../page.js'

export function refusalView(error: HeadcountError, words: Words, status: number): View {
  const texts = words.web.refusals
  const title = texts.title[error.code]
  return {
    title,
    status,
    body: (
      <>
        <h1>{title}</h1>
        <p>{error.code === 'NOT_FOUND' ? texts.nothingHere : words.errors[error.code](error.message)}</p>
        <p>
          <a href="/">{texts.home}</a>
        </p>
      </>
    ),
  }
}
