// What the steps of the setup share: their order, the heading, the way on, and the account that they set up.
import type { ComponentChildren } from 'preact'
import { type Membership, mayAct } from '../../../../domain/auth/session.js'
import { rejection } from '../../../../domain/error.js'
import type { SignedInPerson } from '../../../../services/auth/manage-sessions.js'
import { PageHeading } from '../../components/breadcrumbs.js'
import type { RequestContext, View } from '../../page.js'
import { homeAddress } from '../home/address.js'
import { firstNumbers } from './first-numbers.js'

export const STEPS = ['operator', 'game', 'discord', 'key'] as const
export type SetupStep = (typeof STEPS)[number]

export const stepAddress = (step: SetupStep): string => (step === 'operator' ? '/setup' : `/setup/${step}`)

/** The account that the operator sets up: the first one in which they may add games. */
export function setupAccount({ memberships }: SignedInPerson): Membership {
  const found = memberships.find(({ role }) => mayAct(role, 'manager'))
  if (found === undefined)
    throw rejection('INSUFFICIENT_PERMISSIONS', { name: 'role too low', facts: { role: 'manager' } })
  return found
}

interface StepViewOptions {
  readonly step: Exclude<SetupStep, 'operator'>
  readonly title: string
  readonly body: ComponentChildren
  /** Whether the step is done, so that the way on is not to skip it. */
  readonly isDone: boolean
}

type StepContext = Pick<RequestContext, 'catalog' | 'services'> & { readonly visitor: SignedInPerson }

export async function stepView(context: StepContext, { step, title, body, isDone }: StepViewOptions): Promise<View> {
  const { catalog, visitor } = context
  const texts = catalog.web.setup
  const index = STEPS.indexOf(step)
  const next = STEPS[index + 1]
  const { account } = setupAccount(visitor)
  const numbers = await firstNumbers(context, account)
  return {
    title,
    breadcrumbs: [{ href: '/setup', label: texts.title }],
    scripts: ['live', 'copy'],
    body: (
      <>
        <PageHeading title={title} lead={texts.step(`${index + 1}`, `${STEPS.length}`)} />
        {body}
        <p>
          <a class="button" href={next === undefined ? homeAddress(account) : stepAddress(next)}>
            {next === undefined ? texts.finish : isDone ? texts.next : texts.skip}
          </a>
        </p>
        {numbers}
      </>
    ),
  }
}
