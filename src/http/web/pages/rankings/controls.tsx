// The controls above a ranking: what ranks it, search, tags, favorites, a past minute, columns and files. All are links and forms.
import { type Minute, msOf } from '../../../../domain/clock.js'
import { RANKINGS } from '../../../../domain/rules/ranking.js'
import { zoneName } from '../../../../domain/time/zone-name.js'
import { textFor } from '../../../../messages/catalog.js'
import type { RankingPage } from '../../../../services/reading/ranking/show-ranking.js'
import { DropDown } from '../../components/drop-down.js'
import { HiddenFields } from '../../components/field.js'
import { errorAttributes, FieldError, isWrongAtAny, localTime, typedTime } from '../../components/field-error.js'
import { Moment } from '../../components/inline.js'
import { RANKING_COLUMNS, type RankingColumn, shownColumns } from '../../components/ranking/ranking-columns.js'
import { SearchForm } from '../../components/search-form.js'
import { SegmentedControl } from '../../components/segmented-control.js'
import type { RequestContext } from '../../page.js'
import { MarkFilter } from '../games/mark-filter.js'
import { addressOf, fieldsOf, NAME_COLUMN, type RankingChoice, USUAL_COLUMNS } from './choice.js'

export interface RankingControlsProps {
  readonly choice: RankingChoice
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone' | 'rejection'>
  readonly ranking: RankingPage
  /** The base URL of this ranking. */
  readonly base: string
  /** The tags of the account's games; undefined for the public ranking. */
  readonly tags: readonly string[] | undefined
  /** The current minute. */
  readonly now: Minute
}

export function RankingControls(props: RankingControlsProps) {
  const { choice, context, ranking, base, tags } = props
  const { catalog } = context
  const texts = catalog.web.rankings
  const choices = RANKINGS.map((by) => ({
    href: addressOf(base, choice, { by, page: 1 }),
    // Players of a past minute are not those of now.
    label: by === 'ccu' && choice.at !== undefined ? texts.heads.players : texts.byChoices[by],
    isChosen: by === choice.by,
  }))
  const isFiltered = choice.find !== '' || choice.tag !== '' || choice.isFavorites
  return (
    <div class="row controls">
      <SegmentedControl label={texts.by} choices={choices} />
      <SearchForm {...{ context, base }} find={choice.find} fields={fieldsOf({ ...choice, find: '', page: 1 })} />
      {tags && <MarkFilter {...{ catalog, choice, tags }} hrefOf={(change) => addressOf(base, choice, change)} />}
      <AsOf {...props} />
      <Columns {...props} />
      <Files {...props} />
      {isFiltered ? (
        <span>
          {texts.found(catalog.number(ranking.found), catalog.number(ranking.all))} ·{' '}
          <a href={addressOf(base, choice, { find: '', tag: '', isFavorites: false, page: 1 })}>{texts.clear}</a>
        </span>
      ) : undefined}
    </div>
  )
}

/** Any past minute, in the reader's zone. */
function AsOf({ choice, context, base, now }: RankingControlsProps) {
  const { catalog, timeZone } = context
  const texts = catalog.web.rankings
  const { at } = choice
  const local = (minute: Minute) => localTime(minute, timeZone)
  const label = at === undefined ? texts.at : <Moment at={msOf(at)} {...{ catalog, timeZone }} />
  return (
    <DropDown label={label} isChosen={at !== undefined} isOpen={isWrongAtAny(context, ['at'])}>
      <form class="dates" method="get" action={base}>
        <HiddenFields fields={fieldsOf({ ...choice, at: undefined, page: 1 })} />
        <label>
          {texts.at}{' '}
          <input
            type="datetime-local"
            name="at"
            required
            value={typedTime(context, 'at', local(at ?? now))}
            {...errorAttributes(context, 'at')}
          />
        </label>
        <FieldError context={context} name="at" />
        <small class="muted">{catalog.web.game.inZone(zoneName(timeZone))}</small>
        <div class="row">
          <button class="primary small" type="submit">
            {texts.show}
          </button>
          {at === undefined ? undefined : (
            <a class="button small" href={addressOf(base, choice, { at: undefined, page: 1 })}>
              {texts.now}
            </a>
          )}
        </div>
      </form>
    </DropDown>
  )
}

function Columns({ choice, context: { catalog }, base, ranking }: RankingControlsProps) {
  const texts = catalog.web.rankings
  const hasPopularity = ranking.popularity !== null
  const chosenColumns = shownColumns({ ...choice, hasPopularity })
  return (
    <DropDown label={texts.columns} isChosen={choice.columns !== undefined}>
      <form class="choices" method="get" action={base}>
        <HiddenFields fields={[...fieldsOf({ ...choice, columns: undefined }), ['column', NAME_COLUMN]]} />
        <fieldset>
          <legend class="hidden">{texts.columns}</legend>
          {RANKING_COLUMNS.filter((column) => column !== 'popularity' || hasPopularity).map((column) => (
            <label key={column}>
              <input type="checkbox" name="column" value={column} checked={chosenColumns.includes(column)} />
              <span>
                {column === 'line' ? texts.lineHead : texts.heads[column]} <Meaning {...{ catalog, column }} />
              </span>
            </label>
          ))}
        </fieldset>
        <div class="row">
          <button class="primary small" type="submit">
            {texts.show}
          </button>
          {choice.columns === undefined ? undefined : (
            <a class="button small" href={usualAddress(base, choice)}>
              {texts.usualColumns}
            </a>
          )}
        </div>
      </form>
    </DropDown>
  )
}

/** What the short head of a column stands for. */
function Meaning({ catalog, column }: Pick<RequestContext, 'catalog'> & { readonly column: RankingColumn }) {
  const meaning = textFor(catalog.web.rankings.meanings, column)
  return meaning === undefined ? null : <small class="muted">{meaning}</small>
}

function usualAddress(base: string, choice: RankingChoice): string {
  const fields = fieldsOf({ ...choice, columns: undefined })
  return `${base}?${new URLSearchParams([...fields, ['column', USUAL_COLUMNS]])}`
}

/** The whole list, in the order of the page and with the columns that were chosen. */
function Files({ choice, context: { catalog }, base }: RankingControlsProps) {
  const texts = catalog.web.rankings
  const hrefOf = (format: string): string => {
    const fields = fieldsOf({ ...choice, page: 1 })
    return `${base}/export?${new URLSearchParams([...fields, ['format', format]])}`
  }
  return (
    <DropDown label={texts.download}>
      <p class="muted">
        {texts.downloadText} {choice.columns === undefined ? undefined : texts.downloadColumns}
      </p>
      <div class="row">
        <a class="button small" download href={hrefOf('csv')}>
          CSV
        </a>
        <a class="button small" download href={hrefOf('xlsx')}>
          Excel
        </a>
      </div>
    </DropDown>
  )
}
