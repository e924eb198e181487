// What games are marked with in a list: the tags of the account, and the star of a person's favorites.
import type { MessageCatalog } from '../../../messages/catalog.js'

interface TagsProps {
  readonly tags: readonly string[] | undefined
  /** The list of the games with this tag. */
  readonly hrefOf: (tag: string) => string
}

export function Tags({ tags, hrefOf }: TagsProps) {
  if (tags === undefined) return null
  return (
    <span class="tags">
      {tags.map((tag) => (
        <a key={tag} href={hrefOf(tag)}>
          {tag}
        </a>
      ))}
    </span>
  )
}

/** The form of all stars of a page; it is sent to the address of the account's favorites, and leads back. */
export const StarForm = ({ action, back }: { readonly action: string; readonly back: string }) => (
  <form id="stars" method="post" action={action} hidden>
    <input type="hidden" name="return" value={back} />
  </form>
)

interface StarProps {
  readonly game: { readonly id: number; readonly name: string }
  readonly isFavorite: boolean
  readonly catalog: MessageCatalog
}

/** Needs a StarForm on the page. */
export const Star = ({ game, isFavorite, catalog }: StarProps) => (
  <button
    class="star"
    id={`star-${game.id}`}
    type="submit"
    form="stars"
    name={isFavorite ? 'remove' : 'add'}
    value={game.id}
    aria-pressed={isFavorite}
    aria-label={catalog.web.marks.favorite(game.name)}
  >
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 1.8l1.9 4 4.3.6-3.1 3 .8 4.3L8 11.6l-3.9 2.1.8-4.3-3.1-3 4.3-.6z" />
    </svg>
  </button>
)
