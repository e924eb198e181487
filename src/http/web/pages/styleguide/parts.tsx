// Parts of lists and of the frame in the design system: icons, marks, drop-downs, pages of a list, and how current numbers are.
import { DropDown } from '../../components/drop-down.js'
import { GameIcon } from '../../components/game-icon.js'
import { Star, Tags } from '../../components/marks.js'
import { PageLinks } from '../../components/page-links.js'
import type { RequestContext } from '../../page.js'

const NAME = 'Crossroads'
const SIZES = ['small', 'medium', 'large'] as const
const TONES = [0, 1, 2] as const
const LIVE_STATES = ['live', 'polling', 'offline'] as const

export const Parts = ({ catalog }: Pick<RequestContext, 'catalog'>) => (
  <>
    <section>
      <h2>Tiles of games without an icon</h2>
      <div class="row">
        {SIZES.flatMap((size) =>
          TONES.map((tone) => <GameIcon key={`${size} ${tone}`} universeId={tone} name={NAME} size={size} />),
        )}
      </div>
    </section>
    <section>
      <h2>Marks</h2>
      <div class="row">
        {[false, true].map((isFavorite) => (
          <Star
            key={`${isFavorite}`}
            game={{ id: Number(isFavorite), name: NAME }}
            isFavorite={isFavorite}
            catalog={catalog}
          />
        ))}
        <Tags tags={['obby', 'flagship']} hrefOf={() => '/styleguide'} />
      </div>
    </section>
    <section>
      <h2>Drop-down</h2>
      <div class="row">
        <DropDown label="Columns">What is chosen stands here.</DropDown>
        <DropDown label="Nov 14 to Nov 22" isChosen>
          A choice was made.
        </DropDown>
      </div>
    </section>
    <section>
      <h2>How current numbers are</h2>
      <div class="row">
        {LIVE_STATES.map((state) => (
          <p key={state} class="live-state" data-live-state={state}>
            <span>{catalog.web.frame.live[state]}</span>
          </p>
        ))}
      </div>
    </section>
    <PageLinks catalog={catalog} page={2} pages={9} hrefOf={() => '/styleguide'} />
  </>
)
