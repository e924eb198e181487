// What the pages of the operator share: their addresses, and the heading with the links between them.
import { SegmentedControl } from '../../components/segmented-control.js'
import type { NavEntry, RequestContext } from '../../page.js'

export const OPERATOR_PATHS = {
  overview: '/operator',
  accounts: '/operator/accounts',
  notifications: '/operator/notifications',
  audit: '/operator/audit',
} as const
export type OperatorSection = keyof typeof OPERATOR_PATHS

export const MAX_OPERATOR_VISITS_PER_MINUTE = 60

type CatalogContext = Pick<RequestContext, 'catalog'>

interface Props {
  readonly context: CatalogContext
  readonly section: OperatorSection
  readonly text?: string
}

export function OperatorHead({ context: { catalog }, section, text }: Props) {
  const texts = catalog.web.operator
  const sections = Object.keys(OPERATOR_PATHS) as OperatorSection[]
  return (
    <>
      <hgroup>
        <h1>{titleOf(section, { catalog })}</h1>
        {text === undefined ? undefined : <p>{text}</p>}
      </hgroup>
      <SegmentedControl
        label={texts.sections}
        choices={sections.map((name) => ({
          href: OPERATOR_PATHS[name],
          label: texts.pages[name],
          isChosen: name === section,
        }))}
      />
    </>
  )
}

export const titleOf = (section: OperatorSection, { catalog }: CatalogContext): string =>
  section === 'overview' ? catalog.web.operator.title : catalog.web.operator.pages[section]

/** Above the pages other than the overview. */
export const operatorEntry = ({ catalog }: CatalogContext): NavEntry => ({
  href: OPERATOR_PATHS.overview,
  label: catalog.web.operator.title,
})
