// Filters a list of an account's games by the favorites of the person and by a tag of the account (WEB-35).
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { DropDown } from '../../components/drop-down.js'
import { Empty } from '../../components/empty.js'

interface MarkChoice {
  readonly tag: string
  readonly isFavorites: boolean
}

/** The title of a list that is filtered, so that tabs and bookmarks differ. */
export const filteredTitle = (
  title: string,
  { isFavorites, tag, find }: MarkChoice & { readonly find: string },
  { web }: MessageCatalog,
): string =>
  [title, isFavorites ? web.marks.onlyFavorites : '', tag, find === '' ? '' : `“${find}”`]
    .filter((part) => part !== '')
    .join(', ')

interface NoMatchProps {
  readonly catalog: MessageCatalog
  readonly choice: MarkChoice & { readonly find: string }
  /** The address of the list without a filter. */
  readonly allGames: string
}

/** In place of a list in which no game matches. */
export function NoMatch({ catalog: { web }, choice: { isFavorites, tag, find }, allGames }: NoMatchProps) {
  const texts = web.marks
  const next = { href: allGames, label: web.rankings.toGames }
  if (find !== '') return <Empty text={web.rankings.notFound(find)} next={next} />
  if (!isFavorites) return <Empty text={texts.noneTagged(tag)} next={next} />
  if (tag !== '') return <Empty text={texts.noFavoriteTagged(tag)} next={next} />
  return <Empty title={texts.noFavorites} text={texts.noFavoritesText} next={next} />
}

interface MarkFilterProps {
  readonly catalog: MessageCatalog
  readonly choice: MarkChoice
  readonly tags: readonly string[]
  readonly hrefOf: (change: MarkChoice & { readonly page: number }) => string
}

/** The person's favorites, and the tags of the account. */
export function MarkFilter({ catalog, choice, tags, hrefOf }: MarkFilterProps) {
  const texts = catalog.web.marks
  const { tag: chosen, isFavorites } = choice
  return (
    <>
      <a
        class={isFavorites ? 'button small chosen' : 'button small'}
        href={hrefOf({ tag: chosen, isFavorites: !isFavorites, page: 1 })}
        aria-current={isFavorites ? 'true' : undefined}
      >
        {texts.onlyFavorites}
      </a>
      {tags.length === 0 ? undefined : (
        <DropDown label={chosen === '' ? texts.tags : chosen} isChosen={chosen !== ''}>
          <ul class="presets" aria-label={texts.tags}>
            {tags.map((tag) => (
              <li key={tag}>
                <a
                  href={hrefOf({ tag: tag === chosen ? '' : tag, isFavorites, page: 1 })}
                  aria-current={tag === chosen ? 'true' : undefined}
                >
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        </DropDown>
      )}
    </>
  )
}
