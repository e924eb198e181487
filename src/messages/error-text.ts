// The texts of errors for people: the catalog has one text for each reason.
import { HeadcountError, type Reason, type ReasonName } from '../domain/error.js'
import { catalogFor, type MessageCatalog } from './catalog.js'
import { checkAdvice, findingText, lateCheck } from './english/doctor.js'
import { commandLineReasons } from './english/rejections/command-line.js'
import { systemErrorText } from './english/rejections/faults.js'
import { storageReasons } from './english/rejections/storage.js'

/** Undefined for an error without a reason, and for one whose text names files or settings of the operator. */
export const publicReason = ({ options: { reason } }: HeadcountError): Reason | undefined =>
  reason === undefined || isForOperator(reason) ? undefined : reason

const isForOperator = ({ name }: Reason): boolean =>
  Object.hasOwn(storageReasons, name) || Object.hasOwn(commandLineReasons, name)

export const textOf = <Name extends ReasonName>({ name, facts }: Reason<Name>, { reasons, number }: MessageCatalog) =>
  reasons[name](facts, number)

/** For a page or a command, in the reader's language. */
export function errorText(error: HeadcountError, catalog: MessageCatalog): string {
  const reason = publicReason(error)
  if (reason) return textOf(reason, catalog)
  return error.options.reason ? catalog.errors.UNAVAILABLE() : catalog.errors[error.code](error.message)
}

/** For programs, in English. */
export function plainErrorText(error: HeadcountError): string {
  const catalog = catalogFor('en')
  return error.options.reason ? errorText(error, catalog) : error.message
}

/** The text of any error for the operator's terminal; it may have several lines. */
export function operatorErrorText(error: unknown): string {
  if (error instanceof HeadcountError && error.options.reason) {
    const { reason, databaseOption = 'DATABASE_URL' } = error.options
    return textOf(reason, catalogFor('en')).replaceAll('DATABASE_URL', databaseOption)
  }
  return systemErrorText(error) ?? (error instanceof Error ? error.message : String(error))
}

/** The texts of the doctor, for the operator's terminal. */
export const doctorTexts = { advice: checkAdvice, error: operatorErrorText, finding: findingText, late: lateCheck }
