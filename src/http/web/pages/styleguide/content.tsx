// Tables, figures, badges, messages and empty states of the design system.
import { Empty } from '../../components/empty.js'
import { Moment } from '../../components/inline.js'
import { Scroll } from '../../components/scroll.js'
import { Sparkline } from '../../components/sparkline.js'
import type { RequestContext } from '../../page.js'

const LINE = [40, 32, 28, 27, 31, 38, 52, 61, null, null, 58, 44]
const ROWS = [
  ['Crossroads', 327_826, 'rise', '+2.0%'],
  ['Crystal Defense', 223_536, 'fall', '-33.7%'],
  ['Sakura Roleplay', 14_436, undefined, '0.0%'],
] as const

export const Content = ({ catalog, timeZone }: Pick<RequestContext, 'catalog' | 'timeZone'>) => (
  <>
    <section>
      <h2>Table</h2>
      <Scroll label="Games">
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col" class="number" aria-sort="descending">
                Players ▼
              </th>
              <th scope="col" class="number">
                24 h
              </th>
              <th scope="col">Last 24 hours</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([name, players, direction, change]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number" data-label="Players">
                  {catalog.number(players)}
                </td>
                <td class="number" data-label="24 h">
                  <span class={direction}>{change}</span>
                </td>
                <td data-label="Last 24 hours">
                  <Sparkline line={LINE} label="Players between 27 and 61" />
                </td>
                <td data-label="Status">
                  <span class="badge success">Tracking</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
    <section>
      <h2>Figures</h2>
      <dl class="figures">
        <div>
          <dt>Players now</dt>
          <dd>
            <strong>327,826</strong>
            <small>1.5% below its usual 332,689</small>
          </dd>
        </div>
        <div>
          <dt>Like ratio</dt>
          <dd>
            <strong>93.0%</strong>
            <small>207,790,781 likes</small>
          </dd>
        </div>
      </dl>
    </section>
    <section>
      <h2>Badges</h2>
      <p class="row">
        <span class="badge">Paused</span> <span class="badge accent">This browser</span>{' '}
        <span class="badge success">Active</span> <span class="badge danger">Expired</span>
      </p>
    </section>
    <section>
      <h2>Messages</h2>
      <p class="message">
        Something to know, as of <Moment at={0} catalog={catalog} timeZone={timeZone} />.
      </p>
      <p class="message success">Something that worked.</p>
      <p class="message danger">Something that did not work, and what to do about it.</p>
    </section>
    <section>
      <h2>Empty state</h2>
      <Empty
        title="No games yet"
        text="Add your first game: paste its address from the browser."
        next={{ href: '#empty', label: 'Add a game' }}
      />
    </section>
    <section>
      <h2>Cards</h2>
      <div class="cards">
        <article>
          <h3>A card</h3>
          <p>Cards stand side by side where there is room.</p>
          <p>
            <a class="button" href="#cards">
              Next step
            </a>
          </p>
        </article>
        <article>
          <h3>Another card</h3>
          <details>
            <summary>More</summary>
            <p>Details open without a script.</p>
          </details>
        </article>
      </div>
    </section>
  </>
)
