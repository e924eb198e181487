// The texts of errors for people: the catalog has one text for each reason. What only the operator meets words itself.
import type { HeadcountError, Reason, ReasonName } from '../domain/error.js'
import { catalogFor, type MessageCatalog } from './catalog.js'

/** Undefined for an error without a reason. */
export const reasonText = ({ options: { reason } }: HeadcountError, catalog: MessageCatalog): string | undefined =>
  reason && textOf(reason, catalog)

export const textOf = <Name extends ReasonName>({ name, facts }: Reason<Name>, { reasons, number }: MessageCatalog) =>
  reasons[name](facts, number)

/** For a page or a command, in the reader's language. */
export const errorText = (error: HeadcountError, catalog: MessageCatalog): string =>
  reasonText(error, catalog) ?? catalog.errors[error.code](error.message)

/** In English, for programs and for the operator's terminal. */
export const plainErrorText = (error: HeadcountError): string => reasonText(error, catalogFor('en')) ?? error.message
