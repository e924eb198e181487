// Finds everything that is wrong with a form, so that its page marks all wrong fields at once: checks stop at the first fault, so a
// form is checked again with a fit value in place of each wrong one.
import { HeadcountError, rejection } from '../../../domain/error.js'
import { wrongField } from './form-errors.js'

type FormValues = Readonly<Record<string, string>>

/**
 * The result of the check, which must change nothing. `fit`: for each field that may be wrong, a value that never is, whatever
 * the other fields have.
 */
export async function checkEveryField<Form extends FormValues, Result>(
  form: Form,
  fit: Partial<Form>,
  check: (form: Form) => Promise<Result>,
): Promise<Result> {
  try {
    return await check(form)
  } catch (error) {
    const reason = error instanceof HeadcountError ? error.options.reason : undefined
    if (!(error instanceof HeadcountError) || reason === undefined) throw error
    const others = await otherFaults(form, { fit, check, first: error })
    throw rejection(error.code, reason, { ...error.options, others })
  }
}

interface FaultSearch<Form> {
  readonly fit: Partial<Form>
  readonly check: (form: Form) => Promise<unknown>
  readonly first: HeadcountError
}

async function otherFaults<Form extends FormValues>(form: Form, { fit, check, first }: FaultSearch<Form>) {
  const others: HeadcountError[] = []
  const mended = new Set<string>()
  let values = form
  for (let fault: HeadcountError | undefined = first; fault !== undefined; ) {
    const name = wrongField({ error: fault, values })
    if (name === undefined || mended.has(name) || !Object.hasOwn(fit, name)) return others
    mended.add(name)
    values = { ...values, [name]: fit[name] ?? '' }
    fault = await faultOf(values, check)
    if (fault !== undefined) others.push(fault)
  }
  return others
}

async function faultOf<Form>(
  values: Form,
  check: (form: Form) => Promise<unknown>,
): Promise<HeadcountError | undefined> {
  try {
    await check(values)
    return undefined
  } catch (error) {
    if (error instanceof HeadcountError) return error
    throw error
  }
}
