// The texts of errors for people: the catalog has one text for each reason, and other errors word themselves.
import type { HeadcountError, Reason, ReasonName } from '../domain/error.js'
import { catalogFor, type MessageCatalog } from './catalog.js'

/** Undefined for an error without a reason. */
export const reasonText = ({ options: { reason } }: HeadcountError, catalog: MessageCatalog): string | undefined =>
  reason && textOf(reason, catalog)

export const textOf = <Name extends ReasonName>({ name, facts }: Reason<Name>, { reasons, number }: MessageCatalog) =>
  reasons[name](facts, number)

/** In the words of a page or a command, which name the next step where the error has no reason. */
export const errorText = (error: HeadcountError, catalog: MessageCatalog): string =>
  reasonText(error, catalog) ?? catalog.errors[error.code](error.message)

/** In English, for programs and for the operator's terminal. */
export const plainErrorText = (error: HeadcountError): string => reasonText(error, catalogFor('en')) ?? error.message
