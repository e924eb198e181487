// An error of the program, with the text that the operator reads.
import { HeadcountError } from '../../src/domain/error.js'
import { operatorErrorText } from '../../src/messages/error-text.js'

export const readable = (error: unknown) => ({
  code: error instanceof HeadcountError ? error.code : undefined,
  text: operatorErrorText(error),
})

/** Fails where `work` succeeds. */
export const rejectionOf = (work: Promise<unknown>): Promise<ReturnType<typeof readable>> =>
  work.then((value) => {
    throw new Error(`It succeeded: ${JSON.stringify(value)}`)
  }, readable)
